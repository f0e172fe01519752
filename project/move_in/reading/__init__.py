"""Files of other shops, as values; knows neither the database nor Django's models."""
