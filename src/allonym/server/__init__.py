"""The service over HTTP (``allonym[serve]``); `allonym.server.app` puts it together."""
