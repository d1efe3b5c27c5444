"""What `make bench` runs. Figures are ratios to a floor or a peer in the same run, so that they mean the same on every machine."""
