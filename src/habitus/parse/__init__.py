"""text -> structure: what several stages must understand alike."""
