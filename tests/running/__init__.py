"""What tests with real processes share: servers, a mail server, a clock, settings."""
