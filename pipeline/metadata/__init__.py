"""arXiv and the survey's links: fetching what arXiv says, comparing it with the entries, visiting addresses.

The only room that goes on the network. Nothing here is imported by checking, building or counting.
"""
