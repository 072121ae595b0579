#: of the package and of every site that runs it
VERSION = "0.1.0"
