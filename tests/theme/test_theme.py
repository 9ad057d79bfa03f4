import gc

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QGuiApplication,
    QIcon,
    QPainter,
    QPdfWriter,
    QPixmap,
    QPixmapCache,
    QRawFont,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QListView,
    QMainWindow,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from bones_desktop.storage.files.shippedfiles import ShippedFileError, shipped
from bones_desktop.theme.measures import FAMILIES, load_fonts, shown_theme, system_has_high_contrast, system_hints
from bones_desktop.theme.theme import LARGEST, SMALLEST, Theme
from bones_desktop.widgets.boxes import vbox


def is_dark(theme):
    return theme.color("ground").lightness() < theme.color("text").lightness()


def heard(theme):
    seen = []
    theme.changed.connect(lambda: seen.append(1))
    return seen


def test_a_new_theme_is_told_once(theme):
    seen = heard(theme)
    theme.set_theme("parchment")
    assert len(seen) == 1
    assert theme.name == "parchment"
    assert not is_dark(theme)
    assert theme.color("ground").name() == "#f3ecdd"


def test_the_same_theme_again_is_not_told(theme):
    seen = heard(theme)
    theme.set_theme("iron")
    assert seen == []


@pytest.mark.parametrize("name", ["", "Iron", "../iron"])
def test_an_unknown_theme_is_the_systems(theme, name):
    theme.set_theme(name)
    assert theme.name == "system"


def test_what_the_system_was_shown_as_need_not_be_asked_again(qapp, monkeypatch):
    monkeypatch.setattr("bones_desktop.theme.measures.system_is_light", lambda: True)
    assert Theme("system").shown == shown_theme("system") == "parchment"
    assert shown_theme("system", "iron") == "iron"
    assert shown_theme("system", "contrast") == "contrast"
    assert shown_theme("system", "") == shown_theme("system", "../iron") == "parchment"
    assert Theme("contrast").shown == shown_theme("contrast", "iron") == "contrast"


def test_the_system_chooses(qapp, monkeypatch):
    scheme = [True]
    monkeypatch.setattr("bones_desktop.theme.measures.system_is_light", lambda: scheme[0])
    told = QGuiApplication.styleHints().colorSchemeChanged
    theme = Theme("system")
    assert not is_dark(theme)
    seen = heard(theme)
    scheme[0] = False
    told.emit(Qt.ColorScheme.Dark)
    assert is_dark(theme)
    assert len(seen) == 1
    told.emit(Qt.ColorScheme.Dark)
    assert len(seen) == 1
    theme.set_theme("iron")
    scheme[0] = True
    told.emit(Qt.ColorScheme.Light)
    assert is_dark(theme), "a chosen theme stays"
    assert len(seen) == 1


def test_high_contrast_of_the_system_is_followed(qapp, monkeypatch):
    high = [False]
    monkeypatch.setattr("bones_desktop.theme.measures.system_has_high_contrast", lambda: high[0])
    told = system_hints().accessibility().contrastPreferenceChanged
    theme = Theme("system")
    seen, before = heard(theme), theme.shown
    high[0] = True
    told.emit(Qt.ContrastPreference.HighContrast)
    assert (theme.shown, theme.name, len(seen)) == ("contrast", "system", 1)
    assert Theme("system").shown == "contrast"
    high[0] = False
    told.emit(Qt.ContrastPreference.NoPreference)
    assert theme.shown == before
    theme.set_theme("parchment")
    high[0] = True
    told.emit(Qt.ContrastPreference.HighContrast)
    assert theme.shown == "parchment", "a chosen theme stays"


def test_the_system_can_be_asked_for_its_contrast_again_and_again(qapp):
    """PySide would make the hints unusable after the first question."""
    for _time in range(3):
        assert not system_has_high_contrast()
        gc.collect()


def test_an_unknown_role_is_an_error(theme):
    with pytest.raises(KeyError):
        theme.color("mauve")


def test_the_text_size_scales_type_and_distances(theme):
    seen = heard(theme)
    assert (theme.px(8), theme.font("sans", 14).pixelSize()) == (8, 14)
    theme.set_text_size(150)
    assert (theme.px(8), theme.font("sans", 14).pixelSize()) == (12, 21)
    theme.set_text_size(150)
    assert len(seen) == 1
    assert theme.text_size == 150


@pytest.mark.parametrize(("asked", "got"), [(0, SMALLEST), (-5, SMALLEST), (100_000, LARGEST)])
def test_the_text_size_has_limits(theme, asked, got):
    theme.set_text_size(asked)
    assert theme.text_size == got


def test_a_hairline_never_vanishes(theme):
    theme.set_text_size(SMALLEST)
    assert theme.px(0.5) == 1
    assert theme.px(0) == 0
    assert theme.px(-8) == -6


def test_only_the_chosen_sizes_of_type_are_made(theme):
    with pytest.raises(ValueError, match="13"):
        theme.font("sans", 13)


@pytest.mark.parametrize("role", ["serif", "sans"])
@pytest.mark.parametrize("bold", [False, True])
def test_type_comes_from_the_shipped_families(theme, role, bold):
    font = theme.font(role, 20, bold)
    assert font.family() == FAMILIES[role]
    assert QFontInfo(font).family() == FAMILIES[role]
    assert QFontInfo(font).bold() is bold


@pytest.mark.parametrize("role", ["serif", "sans"])
@pytest.mark.parametrize("bold", [False, True])
def test_the_fonts_have_the_letters_names_need(theme, role, bold):
    font = QRawFont.fromFont(theme.font(role, 16, bold))
    missing = [letter for letter in "−–×½…“”’ÀÉÎÕÜßçéñøåÅæšžłŁğ0123456789" if not font.supportsCharacter(ord(letter))]
    assert missing == []


@pytest.mark.parametrize("role", ["serif", "sans"])
@pytest.mark.parametrize("bold", [False, True])
def test_numbers_in_a_pdf_can_be_found(theme, tmp_path, role, bold):
    path = tmp_path / "numbers.pdf"
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    font = theme.font(role, 40, bold)
    font.setPixelSize(400)
    painter.setFont(font)
    painter.drawText(100, 1000, "Ragnar 0123456789")
    painter.end()
    text = PdfReader(path).pages[0].extract_text()
    assert text.split() == ["Ragnar", "0123456789"]


def test_each_family_comes_with_its_licence():
    folder = shipped("resources") / "fonts"
    for path in folder.glob("*.ttf"):
        licence = folder / f"{path.stem.split('-')[0]}-LICENSE.txt"
        assert "SIL Open Font License" in licence.read_text(encoding="utf-8")


def test_bad_font_files_are_named(qapp, tmp_path):
    with pytest.raises(ShippedFileError, match="no font files"):
        load_fonts(tmp_path)
    (tmp_path / "Broken.ttf").write_bytes(b"not a font")
    with pytest.raises(ShippedFileError, match="Broken"):
        load_fonts(tmp_path)


def opaque(pixmap):
    image = pixmap.toImage()
    size = range(image.width())
    found = (image.pixelColor(x, y) for x in size for y in size)
    return {colour.name() for colour in found if colour.alpha() == 255}


def test_action_icons_are_tinted_for_their_state(theme):
    icon = theme.icon("throw")
    size = QSize(32, 32)
    assert opaque(icon.pixmap(size)) == {theme.color("text").name()}
    assert opaque(icon.pixmap(size, QIcon.Mode.Disabled)) == {theme.color("edge").name()}
    assert opaque(icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.On)) == {theme.color("second").name()}


def test_action_icons_follow_the_theme(theme):
    assert theme.icon("undo") is theme.icon("undo")
    theme.set_theme("parchment")
    assert opaque(theme.icon("undo").pixmap(32, 32)) <= {theme.color("text").name()}


def test_action_icons_are_crisp_on_dense_screens(theme):
    pixmap = theme.icon("undo").pixmap(QSize(24, 24), 2.0)
    assert pixmap.size() == QSize(48, 48)


def test_an_unknown_action_icon_is_empty(theme):
    assert theme.icon("no-such-icon").isNull()


def test_faces_follow_the_theme(theme):
    dark = theme.faces.image("riposte", 32)
    theme.set_theme("contrast")
    assert theme.faces.image("riposte", 32) != dark


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
def test_the_application_wears_the_theme(qtbot, dressed, name):
    dressed.set_theme(name)
    button, box, spin = QPushButton("Roll"), QComboBox(), QSpinBox()
    for widget in (button, box, spin):
        qtbot.addWidget(widget)
        widget.resize(120, widget.sizeHint().height())
    assert QApplication.palette().window().color() == dressed.color("ground")
    assert button.grab().toImage().pixelColor(6, button.height() // 2) == dressed.color("raised")
    assert button.font().pixelSize() == 14
    button.setProperty("kind", "primary")
    button.style().polish(button)
    assert button.grab().toImage().pixelColor(6, button.height() // 2) == dressed.color("accent")


def test_larger_text_makes_larger_controls(qtbot, dressed):
    button = QPushButton("Roll")
    qtbot.addWidget(button)
    before = button.sizeHint()
    dressed.set_text_size(150)
    button.ensurePolished()
    assert button.sizeHint().height() > before.height()


def test_the_icon_of_the_program_has_all_its_sizes(theme):
    assert QSize(16, 16) in theme.app_icon().availableSizes()
    assert QSize(512, 512) in theme.app_icon().availableSizes()


def test_a_theme_needs_no_application_style_to_measure(theme):
    """Printing and commands without a window use fonts and faces of a theme that is never applied."""
    assert theme.font("serif", 28).pixelSize() == 28
    assert not theme.faces.image("melee", 16).isNull()


def test_the_style_sheet_may_wait_and_the_font_does_not(qapp, on_screen, dressed):
    dressed.set_text_size(125)
    qapp.setStyleSheet("")
    qapp.setFont(QFont("DejaVu Sans", 9))
    window = on_screen(QMainWindow())
    qapp.processEvents()
    dressed.apply(qapp, dressed=False)
    label = QLabel("Melee")
    window.setCentralWidget(label)
    assert label.font().family() == dressed.font("sans", 14).family()
    assert label.font().pixelSize() == dressed.px(14)
    assert qapp.styleSheet() == ""
    dressed.dress()
    assert dressed.color("ground").name() in qapp.styleSheet()
    qapp.setStyleSheet("")
    dressed.dress()
    assert qapp.styleSheet() == "", "it was put on already"


def test_a_mark_taken_off_while_out_of_view_leaves_no_colour_behind(qtbot, dressed):
    stack, page = QStackedWidget(), QWidget()
    qtbot.addWidget(stack)
    label = QLabel("Words", page)
    label.setProperty("role", "bad")
    stack.addWidget(page)
    stack.addWidget(QWidget())
    dressed.spare(page)
    stack.show()
    stack.setCurrentIndex(1)
    assert label.palette().windowText().color() == dressed.color("bad")
    dressed.set_theme("parchment")
    label.setProperty("role", None)
    dressed.show_spared(page)
    stack.setCurrentIndex(0)
    assert label.palette().windowText().color() == dressed.color("text")


def test_an_act_that_is_impossible_looks_like_a_disabled_button(qtbot, dressed):
    for name in ("parchment", "iron", "contrast"):
        dressed.set_theme(name)
        colours = []
        for dim in (True, False):
            button = QPushButton("Treatment")
            qtbot.addWidget(button)
            button.setProperty("kind", "dim" if dim else "")
            button.setEnabled(dim)
            button.show()
            colours.append(button.palette().buttonText().color().name())
        assert colours == [dressed.color("edge").name()] * 2, name


class Measuring(QObject):
    """Measures a page amid a change of looks, as room that scrolls does: whenever a part of it hears of one."""

    def __init__(self, page):
        super().__init__(page)
        self.page = page
        for each in page.findChildren(QWidget):
            each.installEventFilter(self)

    def eventFilter(self, _watched, event):
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            for each in self.page.findChildren(QListView):
                each.minimumSizeHint()
            self.page.layout().totalMinimumSize()
        return False


def page_of_lists(behind):
    """Return a page with a stack that has shown twenty lists, and if they are `behind` shows something else now."""
    page, lists, inner = QWidget(), QWidget(), QStackedWidget()
    vbox(lists, vbox(None, *(QListView() for _number in range(20))), margins=0)
    vbox(page, inner, margins=0)
    inner.addWidget(lists)
    inner.addWidget(QWidget())
    page.show()
    inner.setCurrentIndex(int(behind))
    return page


@pytest.mark.parametrize("spared", [False, True])
@pytest.mark.parametrize("behind", [False, True])
def test_a_page_has_its_size_in_the_new_looks_whatever_is_measured_amid_the_change(qtbot, dressed, behind, spared):
    """Whether a list or its bar hears of them first is chance; of twenty lists some hear before their bars."""
    dressed.set_text_size(130)
    stack, page = QStackedWidget(), page_of_lists(behind)
    qtbot.addWidget(stack)
    stack.addWidget(page)
    stack.addWidget(QWidget())
    stack.show()
    if spared:
        dressed.spare(page)
        stack.setCurrentIndex(1)
    measuring = Measuring(page)
    for change in (lambda: dressed.set_theme("parchment"), lambda: dressed.set_text_size(160)):
        change()
        dressed.show_spared(page)
        QApplication.processEvents()
        made_now = page_of_lists(behind)
        qtbot.addWidget(made_now)
        assert measuring.page.layout().totalMinimumSize() == made_now.layout().totalMinimumSize()


def test_pictures_in_the_last_looks_are_not_kept(dressed):
    for change in (lambda: dressed.set_theme("parchment"), lambda: dressed.set_text_size(150)):
        assert QPixmapCache.insert("as it was", QPixmap(8, 8))
        change()
        assert not QPixmapCache.find("as it was", QPixmap())


def test_what_drew_in_the_last_colours_is_not_kept(theme):
    drawn = []
    for name in ("iron", "parchment", "contrast"):
        theme.set_theme(name)
        theme.icon("undo").pixmap(QSize(16, 16))
        theme.faces.image("physical", 16)
        gc.collect()
        drawn.append(sum(isinstance(each, QSvgRenderer) for each in gc.get_objects()))
    assert drawn[1:] == drawn[:1] * 2
