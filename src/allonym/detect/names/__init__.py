"""Whoever proposes names: the network, lists of names, people known beforehand, chats."""
