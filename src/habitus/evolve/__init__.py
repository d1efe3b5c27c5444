"""What an agent may change of itself, and how: skills, persona, suggestions. Values in, values out; the layer keeps them."""
