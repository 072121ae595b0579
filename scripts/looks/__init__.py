"""Every page of the product, opened, measured, walked through by keyboard and photographed."""
