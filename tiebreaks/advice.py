"""What speaks against a tie-break list, and lists that are ready to choose."""
