"""Other programs' records of a run to traces, and traces to what other programs read."""
