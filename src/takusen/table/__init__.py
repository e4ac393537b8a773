"""The table, pure: fold, views, the floor, the queue, and `decide`."""
