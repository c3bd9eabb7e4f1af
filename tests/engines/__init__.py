"""Engines that exist to be compared with."""
