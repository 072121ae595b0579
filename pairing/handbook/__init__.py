"""The arbiter handbook that this product was ordered from; one module per chapter."""
