"""The style sheet of the program, generated from the colours of a theme and the text size.

Properties of widgets: `kind` is "primary" (the main action of a page) or "danger" for buttons, "card" or "well" for
frames, and "bare" for lists on a card and tables that paint their own background. `role` or `tone` of a label is
"muted", "good", "warn" or "bad"; the role "felt" is for labels on felt. `tone` of a banner or toast is "good", "warn"
or "bad". Object names with their own rules: rail, railButton, header, banner, toast, tour.

Focus is marked only by the ring of `widgets.focus`.
"""

from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Final

from bones_desktop.theme.measures import CARD_RADIUS, RADIUS, ROLES, Palette

MARKS: Final = {
    "check": "on-second",
    "dash": "on-second",
    "chevron-down": "text",
    "chevron-up": "text",
    "chevron-right": "text",
}
"""Small drawings that a style sheet can load only from files, with their colour roles."""

_SHEET: Final = Template("""
QListView, QTreeView { icon-size: ${p20}px; }
QMainWindow, QDialog { background: $ground; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QLabel[role="muted"], QLabel[tone="muted"] { color: $muted; }
QLabel[role="good"], QLabel[tone="good"] { color: $good; }
QLabel[role="warn"], QLabel[tone="warn"] { color: $warn; }
QLabel[role="bad"], QLabel[tone="bad"] { color: $bad; }
QLabel[role="felt"] { color: $on_felt; }
QLabel[role]:disabled, QLabel[tone]:disabled { color: $edge; }
QFrame[kind="card"] { background: $surface; border: 1px solid $line; border-radius: ${card}px; }
QFrame[kind="well"] { background: $ground; border: 1px solid $line; border-radius: ${radius}px; }

#rail { background: $surface; border-right: 1px solid $line; }
#header { background: $ground; border-bottom: 1px solid $line; }
#banner, #tour {
  background: $raised; border: 1px solid $edge; border-left: ${p4}px solid $second; border-radius: ${radius}px;
}
#banner[tone="good"] { border-left-color: $good; }
#banner[tone="warn"] { border-left-color: $warn; }
#banner[tone="bad"] { border-left-color: $bad; }
#toast {
  background: $raised; color: $text; border: 1px solid $edge; border-left: ${p5}px solid $second;
  border-radius: ${radius}px; padding: ${p8}px ${p16}px;
}
#toast[tone="good"] { border-left-color: $good; }
#toast[tone="warn"] { border-left-color: $warn; }
#toast[tone="bad"] { border-left-color: $bad; }

QToolTip { background: $raised; color: $text; border: 1px solid $edge; padding: ${p4}px ${p8}px; }

QPushButton {
  background: $raised; color: $text; border: 1px solid $edge; border-radius: ${radius}px;
  padding: ${p6}px ${p15}px; min-height: ${p20}px; icon-size: ${p20}px; outline: none;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $ground; border-color: $second; }
QPushButton:disabled { color: $edge; border-color: $line; background: $surface; }
QPushButton::menu-indicator {
  image: url("$folder/chevron-down.svg"); width: ${p12}px; height: ${p12}px;
  subcontrol-origin: padding; subcontrol-position: center right; right: ${p8}px;
}
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: bold; }
QPushButton[kind="primary"]:hover { border-color: $text; }
QPushButton[kind="primary"]:disabled { background: $raised; color: $edge; border-color: $line; }
QPushButton[kind="danger"] { color: $bad; border-color: $bad; }
QPushButton[kind="danger"]:disabled { color: $edge; border-color: $line; }
QPushButton[kind="tile"] { text-align: left; padding: ${p10}px ${p16}px; background: $surface; }
QPushButton[kind="tile"]:hover { background: $hover; }
QPushButton[kind="tile"]:checked { background: $raised; border: 2px solid $second; font-weight: bold; }
QPushButton[kind="dim"] { color: $muted; border-color: $line; background: $surface; }

QToolButton {
  background: transparent; color: $text; border: 2px solid transparent; border-radius: ${radius}px; padding: ${p4}px;
  icon-size: ${p20}px; outline: none;
}
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $raised; }
QToolButton:checked { background: $raised; color: $second; }
QToolButton:disabled { color: $edge; }
QToolButton[role="felt"] { color: $on_felt; border: 1px solid $felt_edge; background: $felt_edge; padding: 0; }
QToolButton[role="felt"]:hover { background: $felt; }
QToolButton[role="felt"]:checked { border: 2px solid $on_felt; }
#railButton { color: $muted; border-radius: 0; border: 2px solid transparent; border-left: ${p4}px solid transparent; }
#railButton:hover { color: $text; background: $raised; }
#railButton:checked { color: $second; background: $ground; border-left-color: $second; font-weight: bold; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox {
  background: $surface; color: $text; border: 1px solid $edge; border-radius: ${radius}px; padding: ${p5}px ${p8}px;
  selection-background-color: $second; selection-color: $on_second; placeholder-text-color: $muted;
}
QAbstractSpinBox { padding: ${p5}px ${p24}px ${p5}px 0; qproperty-alignment: AlignCenter; }
QTextEdit, QPlainTextEdit { padding: ${p4}px; }
QLineEdit:disabled, QTextEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {
  color: $edge; border-color: $line; background: $ground;
}
QLineEdit[readOnly="true"], QPlainTextEdit[readOnly="true"], QTextEdit[readOnly="true"] { background: $ground; }

QAbstractSpinBox::up-button {
  subcontrol-origin: border; subcontrol-position: top right; width: ${p24}px; border: none;
}
QAbstractSpinBox::down-button {
  subcontrol-origin: border; subcontrol-position: bottom right; width: ${p24}px; border: none;
}
QAbstractSpinBox::up-arrow { image: url("$folder/chevron-up.svg"); width: ${p12}px; }
QAbstractSpinBox::down-arrow { image: url("$folder/chevron-down.svg"); width: ${p12}px; }
QComboBox { min-height: ${p20}px; combobox-popup: 0; }
QComboBox:hover { background: $raised; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: ${p28}px; border: none; }
QComboBox::down-arrow { image: url("$folder/chevron-down.svg"); width: ${p16}px; height: ${p16}px; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $edge; padding: ${p4}px; outline: none; }

QCheckBox, QRadioButton {
  background: transparent; spacing: ${p8}px; padding: ${p2}px; border: 2px solid transparent; border-radius: ${p4}px;
}
QCheckBox:disabled, QRadioButton:disabled { color: $edge; }
QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator {
  width: ${p16}px; height: ${p16}px; border: 1px solid $edge; border-radius: ${p4}px; background: $surface;
}
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $second; }
QCheckBox::indicator:checked, QGroupBox::indicator:checked, QAbstractItemView::indicator:checked {
  background: $second; border-color: $second; image: url("$folder/check.svg");
}
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {
  background: $second; border-color: $second; image: url("$folder/dash.svg");
}
QCheckBox::indicator:disabled:checked { background: $line; border-color: $line; }
QRadioButton::indicator {
  width: ${p16}px; height: ${p16}px; border: 1px solid $edge; border-radius: ${dot}px; background: $surface;
}
QRadioButton::indicator:checked {
  width: ${p8}px; height: ${p8}px; border: ${p5}px solid $second; border-radius: ${dot}px; background: $on_second;
}
QRadioButton::indicator:checked:disabled { border-color: $line; }
QGroupBox {
  background: $surface; border: 1px solid $line; border-radius: ${card}px;
  margin-top: ${p24}px; padding: ${p12}px; font-weight: bold;
}
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0 ${p4}px; color: $muted; }

QSlider:horizontal { min-height: ${p24}px; }
QSlider::groove:horizontal { height: ${p4}px; border-radius: ${p2}px; background: $line; }
QSlider::sub-page:horizontal { height: ${p4}px; border-radius: ${p2}px; background: $second; }
QSlider::handle:horizontal {
  width: ${p16}px; height: ${p16}px; margin: -${p7}px 0; border-radius: ${dot}px; background: $second;
  border: 1px solid $surface;
}
QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: $edge; }
QProgressBar {
  background: $line; border: none; border-radius: ${p4}px; min-height: ${p8}px; max-height: ${p8}px; color: transparent;
}
QProgressBar::chunk { background: $second; border-radius: ${p4}px; }

QMenuBar { background: $ground; color: $text; padding: ${p2}px ${p4}px; }
QMenuBar::item { background: transparent; padding: ${p5}px ${p10}px; border-radius: ${p4}px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $raised; }
QMenu { background: $surface; color: $text; border: 1px solid $edge; padding: ${p4}px; icon-size: ${p20}px; }
QMenu::item { padding: ${p6}px ${p24}px ${p6}px ${p12}px; border-radius: ${p4}px; border: 1px solid transparent; }
QMenu::item:selected { background: $raised; border-color: $second; }
QMenu::item:disabled { color: $edge; }
QMenu::icon { padding-left: ${p8}px; }
QMenu::separator { height: 1px; background: $line; margin: ${p4}px ${p8}px; }
QMenu::indicator { width: ${p16}px; height: ${p16}px; margin-left: ${p8}px; }
QMenu::indicator:checked { background: $second; border-radius: ${p4}px; image: url("$folder/check.svg"); }
QMenu::right-arrow { image: url("$folder/chevron-right.svg"); width: ${p12}px; height: ${p12}px; }

QTabWidget::pane { border: none; }
QTabBar { background: transparent; icon-size: ${p20}px; }
QTabBar::tab {
  background: transparent; color: $muted; padding: ${p8}px ${p16}px; border: 2px solid transparent;
  border-bottom: 2px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $second; }
QTabBar::tab:disabled { color: $edge; }

QAbstractItemView {
  background: $surface; alternate-background-color: $raised; color: $text; border: 1px solid $line;
  border-radius: ${radius}px; outline: none; selection-background-color: $second; selection-color: $on_second;
}
QAbstractItemView[kind="bare"] { background: transparent; border: none; }
QAbstractItemView::item { padding: ${p4}px ${p6}px; }
QAbstractItemView::item:hover { background: $hover; }
QAbstractItemView::item:selected { background: $second; color: $on_second; }
QTreeView { show-decoration-selected: 0; }
QAbstractItemView::item:selected:!active { background: $hover; color: $text; }
QAbstractItemView::item:disabled { color: $edge; }
QTableView { gridline-color: $line; }
QTableView[kind="bare"] { selection-background-color: transparent; }
QTreeView::branch:closed:has-children { image: url("$folder/chevron-right.svg"); }
QTreeView::branch:open:has-children { image: url("$folder/chevron-down.svg"); }
QHeaderView { background: transparent; border: none; }
QHeaderView::section {
  background: $surface; color: $muted; border: none; border-bottom: 1px solid $edge; padding: ${p6}px ${p8}px;
  font-size: ${p14}px; font-weight: bold;
}
QTableCornerButton::section { background: $surface; border: none; border-bottom: 1px solid $edge; }
QTableView[kind="bare"] QTableCornerButton::section { background: transparent; border: none; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ${p10}px; }
QScrollBar:horizontal { height: ${p10}px; }
QScrollBar::handle { background: $edge; border-radius: ${p4}px; margin: 1px; }
QScrollBar::handle:vertical { min-height: ${p32}px; }
QScrollBar::handle:horizontal { min-width: ${p32}px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $second; }
QStatusBar { background: $ground; color: $muted; }
QStatusBar::item { border: none; }
""")


def write_stylesheet(palette: Palette, px: Callable[[float], int], folder: Path) -> str:
    """Return the style sheet for `palette`. `px` scales distances; `folder` contains the theme's MARKS."""
    values = {role.replace("-", "_"): palette.css(role) for role in ROLES}
    for size in (2, 4, 5, 6, 7, 8, 10, 12, 14, 15, 16, 20, 24, 28, 32):
        values[f"p{size}"] = str(px(size))
    # Half the side of a round indicator with its border, so that it is a circle.
    values |= {"radius": str(px(RADIUS)), "card": str(px(CARD_RADIUS)), "dot": str(px(16) // 2 + 1)}
    values["folder"] = folder.as_posix().replace('"', '\\"')
    return _SHEET.substitute(values)
