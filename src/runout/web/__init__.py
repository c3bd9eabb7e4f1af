"""The studio: a server for the pages, on your own machine."""
