"""Engines: what runs a trained model."""
