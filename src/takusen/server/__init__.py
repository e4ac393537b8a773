"""The shell around the pure table: load, decide, append, retry, publish; rooms, keys, jobs."""
