"""The Tracker page: wounds, healing, magic, spiffs, and the seasons between adventures."""
