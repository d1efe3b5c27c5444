"""Other people's agents: their events and files, translated once into ours."""
