"""Skills: folders of instructions in the Agent Skills format, made with consent and read with suspicion."""
