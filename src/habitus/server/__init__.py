"""The HTTP side: the API, the WebSocket, the dashboard, hooks, the proxy, MCP; and the daemon that answers hooks without any of them."""
