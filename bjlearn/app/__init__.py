"""Command line, serving, configuration."""
