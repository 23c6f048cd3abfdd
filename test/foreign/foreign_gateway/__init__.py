"""A payment gateway written from the interface document and its profile alone."""
