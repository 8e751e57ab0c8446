"""Places and addresses: one coherent geography a document."""
