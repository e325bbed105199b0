"""The views of leagues, seasons and divisions."""
