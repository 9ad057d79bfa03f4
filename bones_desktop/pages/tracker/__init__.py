"""The Tracker's tabs: wounds and healing, magic, spiffs, and the seasons between adventures."""
