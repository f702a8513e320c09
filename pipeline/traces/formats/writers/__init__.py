"""One module per form that other programs read."""
