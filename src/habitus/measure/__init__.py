"""What happened, counted: windows of a week, and what each lesson changed. Values in, values out."""
