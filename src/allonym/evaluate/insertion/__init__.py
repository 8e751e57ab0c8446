"""Names inserted into sentences without any, after the protocol of ANOPPI."""
