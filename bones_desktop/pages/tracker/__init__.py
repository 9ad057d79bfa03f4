"""The Tracker page: wounds and healing, magic, spiffs, and the seasons between adventures."""
