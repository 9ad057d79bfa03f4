"""Dice for 3D printers: opened by another library they are closed, of the right size and volume, each face in place."""

import io
import math
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh

from bones_desktop.printing.diemodel import ROUNDING, die_model, engraving, face_svg, stl, three_mf
from bones_desktop.printing.stickers import DieFaces
from tests.support.rulebooks import rulebook

FACES = ("universal", "physical", "melee x2", "encumbrance", "", "blank")
NORMALS = ((-1, 0, 0), (0, 1, 0), (0, 0, 1), (0, -1, 0), (0, 0, -1), (1, 0, 0))
"""Where the net of paper dice brings each face, its third to the front: 1 opposite 6, 2 opposite 4, 3 opposite 5."""
CORE = "{http://schemas.microsoft.com/3dmanufacturing/2013/01}"


def read_3mf(data: bytes) -> trimesh.Trimesh:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        root = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    assert root.get("unit") == "millimeter"
    points = [[float(each.get(axis)) for axis in "xyz"] for each in root.iter(f"{CORE}vertex")]
    triangles = [[int(each.get(place)) for place in ("v1", "v2", "v3")] for each in root.iter(f"{CORE}triangle")]
    return trimesh.Trimesh(points, triangles, process=False)


def rounded_cube(side: float) -> float:
    radius = side * ROUNDING
    inner = side - 2 * radius
    return inner**3 + 6 * inner**2 * radius + 3 * math.pi * inner * radius**2 + 4 / 3 * math.pi * radius**3


@pytest.mark.parametrize(("side", "depth"), [(16, 0.6), (8, 0.3), (40, 2)])
def test_models_are_closed_and_of_the_right_volume(kit, side, depth):
    model = die_model(DieFaces("Ragnar", "Die 1", FACES), side, depth, kit)
    cut = sum(engraving(code, side, kit).area() for code in FACES if code)
    assert cut > side * side * 0.5
    for mesh in (trimesh.load(io.BytesIO(stl(model)), file_type="stl"), read_3mf(three_mf(model, "Ragnar & <b>"))):
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume == pytest.approx(rounded_cube(side) - cut * depth, rel=0.01)
        assert mesh.volume == pytest.approx(model.volume, rel=1e-4)
        assert mesh.extents == pytest.approx([side] * 3, abs=0.01)


@pytest.mark.parametrize("face", range(6))
def test_each_face_is_on_its_side_and_not_mirrored(kit, face):
    # A bow points to the upper left and is the same seen from neither side.
    codes = tuple("missile" if place == face else "" for place in range(6))
    model = die_model(DieFaces("", "", codes), 16, 0.6, kit)
    mesh = trimesh.Trimesh(model.points, model.triangles, process=False)
    normal = np.array(NORMALS[face])
    floor = mesh.triangles_center @ normal
    sunk = np.isclose(floor, 8 - 0.6, atol=0.01) & (mesh.face_normals @ normal > 0.99)
    assert mesh.area_faces[sunk].sum() == pytest.approx(engraving("missile", 16, kit).area(), rel=0.01)
    right, up = AXES[face]
    assert np.cross(right, up) == pytest.approx(normal)
    middle = np.average(mesh.triangles_center[sunk], axis=0, weights=mesh.area_faces[sunk])
    picture = engraving("missile", 16, kit).extrude(1)
    flat = picture.to_mesh()
    flat = trimesh.Trimesh(np.asarray(flat.vert_properties)[:, :3], np.asarray(flat.tri_verts), process=False)
    assert (middle @ np.array(right), middle @ np.array(up)) == pytest.approx(tuple(flat.center_mass[:2]), abs=0.05)


AXES = (
    ((0, 0, 1), (0, 1, 0)), ((1, 0, 0), (0, 0, -1)), ((1, 0, 0), (0, 1, 0)), ((1, 0, 0), (0, 0, 1)),
    ((1, 0, 0), (0, -1, 0)), ((0, 0, -1), (0, 1, 0)),
)  # fmt: skip
"""To the right and upwards on each face, as on the folded net."""


def test_every_icon_can_be_engraved(kit):
    for icon in rulebook().icons:
        if icon.id != "blank":
            area = engraving(icon.id, 16, kit).area()
            assert 5 < area < 16 * 16 * 0.75, icon.id


def test_letters_of_a_race_without_a_drawing_are_engraved_and_cut_like_any_icon(kit):
    svg = face_svg("norse/half-giant", 16, kit)
    assert b"<text" not in svg
    assert b"<path" in svg
    assert 10 < engraving("norse/half-giant", 16, kit).area() < 16 * 16
