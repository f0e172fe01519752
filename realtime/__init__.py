"""The live link: Socket.IO over a Channels websocket, one hub per process."""
