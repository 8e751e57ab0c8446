"""A filter around a chat, under the name that programs know it by; see `allonym.chat`."""

from allonym.chat.conversation import ChatFilter

__all__ = ["ChatFilter"]
