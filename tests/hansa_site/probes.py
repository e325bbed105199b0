"""What the site knows of its health."""

from hansa_site import health


def forget() -> None:
    """Let each part of the site be asked anew."""
    for probe in vars(health).values():
        if isinstance(probe, health.Probe):
            probe.forget()
