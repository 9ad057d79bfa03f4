"""Codes and values turned into sentences; no Qt."""
