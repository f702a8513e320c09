"""Everything that is made: a survey in, bytes out. Nothing here reads or writes a file of the survey."""
