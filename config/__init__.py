#: of the package and of every site that runs it
VERSION = "1.0.0"
