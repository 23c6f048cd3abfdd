"""Checks of a gateway against the interface document and its profile, grouped by what they look at."""
