"""One module per form that runs are recorded in."""
