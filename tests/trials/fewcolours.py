"""Pictures with 256 colours at most, chosen from those they have, so that their files are small."""

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

Colour = tuple[int, int, int]


def few_colours(image: QImage, most: int = 256) -> QImage:
    """Return the picture with the colours that its own fall into when their widest box is halved, again and again."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    data, stride, wide = bytes(plain.constBits()), plain.bytesPerLine(), plain.width() * 3
    counts: Counter[Colour] = Counter()
    for y in range(plain.height()):
        row = data[y * stride : y * stride + wide]
        counts.update(zip(row[::3], row[1::3], row[2::3], strict=True))
    boxes = [list(counts)]
    spreads = [_spread(boxes[0], counts)]
    while len(boxes) < most:
        widest = max(range(len(boxes)), key=lambda k: spreads[k][0])
        if spreads[widest][0] <= 0:
            break
        box = sorted(boxes[widest], key=lambda colour: colour[spreads[widest][1]])
        half, seen, at = sum(counts[colour] for colour in box) / 2, 0, 0
        while at < len(box) - 1 and seen < half:
            seen += counts[box[at]]
            at += 1
        boxes[widest : widest + 1] = box[:at], box[at:]
        spreads[widest : widest + 1] = _spread(box[:at], counts), _spread(box[at:], counts)
    table = [_mean(box, counts) for box in boxes]
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.DiffuseDither)


def _spread(box: list[Colour], counts: Counter[Colour]) -> tuple[float, int]:
    """Return how far the colours of a box lie apart along the channel they differ most in, and which that is."""
    widths = [max(each) - min(each) for each in zip(*box, strict=True)]
    channel = max(range(3), key=lambda k: widths[k])
    return widths[channel] * sum(counts[colour] for colour in box) ** 0.5, channel


def _mean(box: list[Colour], counts: Counter[Colour]) -> int:
    every = sum(counts[colour] for colour in box)
    red, green, blue = (round(sum(colour[k] * counts[colour] for colour in box) / every) for k in range(3))
    return 0xFF000000 | red << 16 | green << 8 | blue
