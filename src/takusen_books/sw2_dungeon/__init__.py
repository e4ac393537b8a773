"""SW2.0 dungeon exploration."""
