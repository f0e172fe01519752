"""The User-Agent header as a short device name."""

# The order matters: most browsers also claim to be those further down.
_BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("YaBrowser/", "Yandex Browser"),
    ("UCBrowser/", "UC Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return "Chrome, Android" for a User-Agent; what is not known is left out.

    Only our own words are returned: what the browser wrote is not shown to anybody.
    """
    found = (
        next((name for mark, name in table if mark in user_agent), "") for table in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in found if name)
