"""Chats: what goes out is pseudonymized, what comes back is restored."""
