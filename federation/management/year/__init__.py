"""An invented year of a federation: its people, its events played by our engines, its lists."""
