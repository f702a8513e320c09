"""The way into the survey: texts of new entries and exclusions, what is known already, what moves, what to look at next."""
