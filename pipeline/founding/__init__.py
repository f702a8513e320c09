"""A new survey, from a few answers or from a table of others: what the table holds, what its columns mean, and the files made of it."""
