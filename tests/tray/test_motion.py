import pytest

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import BakedThrows, Flying, Gliding, Pose, Tossing
from bones_desktop.widgets.dice.geometry import top_face

SOURCE = BakedThrows(shipped("resources") / "throws")


def lowest(pose: Pose) -> float:
    return pose.place[2] - sum(abs(part) for part in pose.turn[6:]) / 2


@pytest.mark.parametrize("count", [1, 3, 8, 17, 40])
def test_dice_come_to_rest_with_the_decided_faces_up(count):
    for seed in range(12):
        faces = [(die * 5 + seed) % 6 for die in range(count)]
        flight = SOURCE.flight(count, seed)
        assert flight is not None
        flying = Flying(flight, faces)
        assert [top_face(pose.turn) for pose in flying.poses(flying.seconds)] == faces
        assert flying.poses(99.0) == flying.poses(flying.seconds)


def test_outcomes_do_not_change_the_flight():
    flight = SOURCE.flight(4, 3)
    assert flight is not None
    one, other = Flying(flight, [0, 0, 0, 0]), Flying(flight, [5, 4, 3, 2])
    for seconds in (0.0, 0.2, 0.5):
        assert [pose.place for pose in one.poses(seconds)] == [pose.place for pose in other.poses(seconds)]


def test_gliding_starts_and_ends_as_told():
    start, end = [upright((0.0, 0.0, 0.5), 2)], [upright((3.0, 1.0, 0.5), 2)]
    gliding = Gliding(start, end)
    assert gliding.poses(0.0)[0].place == start[0].place
    assert gliding.poses(0.0)[0].turn == pytest.approx(start[0].turn)
    assert gliding.poses(gliding.seconds) == end
    assert gliding.poses(gliding.seconds / 2)[0].place[2] > 0.5


def test_tossed_dice_never_dip_into_the_felt_and_the_others_rest():
    start = [upright((float(die), 0.0, 0.5), 0) for die in range(4)]
    end = [start[0], upright((1.0, 0.0, 0.5), 4), start[2], upright((3.0, 0.0, 0.5), 5)]
    for seed in range(20):
        tossing = Tossing(start, end, {1, 3}, seed)
        assert tossing.poses(0.0)[1].turn == pytest.approx(start[1].turn)
        for step in range(55):
            poses = tossing.poses(step / 60)
            assert poses[0] == start[0]
            assert poses[2] == start[2]
            assert all(lowest(pose) > -1e-9 for pose in poses)
        assert tossing.poses(tossing.seconds) == end
    assert [top_face(pose.turn) for pose in end] == [0, 4, 0, 5]
