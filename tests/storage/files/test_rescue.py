from bones_desktop.storage.files.rescue import StartCounter, take_last_crash


def test_the_third_start_is_safe_after_two_that_failed(tmp_path):
    counter = StartCounter(tmp_path / "state" / "starts")
    assert [counter.begin() for _ in range(4)] == [False, False, True, True]
    counter.succeeded()
    assert [counter.begin() for _ in range(3)] == [False, False, True]


def test_a_start_that_lived_counts_as_none(tmp_path):
    counter = StartCounter(tmp_path / "starts")
    for _ in range(5):
        assert not counter.begin()
        counter.succeeded()
    counter.succeeded()


def test_a_damaged_count_or_a_folder_in_the_way_is_no_reason_to_fail(tmp_path):
    path = tmp_path / "starts"
    for damage in (b"", b"many", b"\xff", b"-5", b"9" * 5000):
        path.write_bytes(damage)
        StartCounter(path).begin()
    assert not StartCounter(path / "below").begin()
    StartCounter(path / "below").succeeded()


def test_the_trace_of_a_crash_is_told_once_and_kept(tmp_path):
    log = tmp_path / "state" / "crash.log"
    assert take_last_crash(log) == ""
    log.write_bytes(b"")
    assert take_last_crash(log) == ""
    log.write_bytes(b"Fatal Python error\xff\n")
    assert take_last_crash(log) == "Fatal Python error\ufffd"
    assert take_last_crash(log) == ""
    assert (tmp_path / "state" / "crash.log.previous").read_bytes() == b"Fatal Python error\xff\n"
