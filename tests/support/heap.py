"""What glibc tells of the memory of this process."""

import ctypes


class _MallInfo(ctypes.Structure):
    """Ten numbers, two of them wanted: what is mapped, and what is in use."""

    _fields_ = (
        ("before", ctypes.c_size_t * 4),
        ("hblkhd", ctypes.c_size_t),
        ("between", ctypes.c_size_t * 2),
        ("uordblks", ctypes.c_size_t),
        ("after", ctypes.c_size_t * 2),
    )


def bytes_in_use() -> int:
    """Return how much is in use, what is free left out; AttributeError without glibc."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _MallInfo
    info = libc.mallinfo2()
    return int(info.uordblks + info.hblkhd)


def give_back_free() -> None:
    """Give what is free back to the system."""
    ctypes.CDLL(None).malloc_trim(0)
