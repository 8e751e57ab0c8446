"""Training packs; needs the extra ``train``."""
