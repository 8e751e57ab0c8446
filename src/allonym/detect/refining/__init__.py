"""What is said of names once they are decided: finer types, local courts, postcodes of towns."""
