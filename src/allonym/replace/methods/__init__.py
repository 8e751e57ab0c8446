"""The methods of replacement: one module a method, all of them pure."""
