"""Whether the web processes of this container answer, even if another part of the site fails."""

import sys
import urllib.error
import urllib.request

HEALTH = "http://127.0.0.1:8000/healthz"

if __name__ == "__main__":
    try:
        urllib.request.urlopen(HEALTH, timeout=10).close()
    except urllib.error.HTTPError:
        sys.exit(0)
    except OSError:
        sys.exit(1)
