"""A front end as its build leaves it, with a few pages, some of which misbehave while they are rendered."""

import json
from pathlib import Path
from typing import Any

from pytest_django.fixtures import Settings

# Long enough to be sent compressed.
STYLES = "".join(f".m-{n}{{margin:{n}px}}" for n in range(100))
SCRIPT = "\n      retryTheFirstScript()\n    "
INDEX = f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <!--look--><link rel="icon" href="/favicon.svg"><!--/look-->
    <!--head-->
    <script>{SCRIPT}</script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="root"><!--root--></div>
    <!--state-->
  </body>
</html>
"""
SHELL_READS = ["/api/shop", "/api/categories", "/api/banner"]
LIST = ["search", "category", "page"]


def _page(path: str, *reads: str, access: str = "public", query: list[str] | None = None) -> dict[str, Any]:
    return {"path": path, "access": access, "query": query or [], "reads": [*SHELL_READS, *reads]}


PAGES = {
    "pages": [
        _page("/"),
        _page("/products", f"/api/products?limit=12&{'&'.join(LIST)}", query=LIST),
        _page("/products/:slug", "/api/products/:slug", "/api/products/:slug/related?limit=4"),
        _page("/products/offers"),
        _page(
            "/category/:slug",
            "/api/categories/:slug",
            "/api/products?limit=12&category=:slug&page",
            query=["page"],
        ),
        _page("/signs", "/api/astrology/signs/{sign}", query=["sign"]),
        _page("/broken"),
        _page("/endless"),
        _page("/slow", query=["seconds"]),
        _page("/counted", query=["search", "page"]),
        _page("/cart", access="private"),
        _page("/admin", access="private"),
        _page("/admin/products/:id", access="private"),
        _page(
            "/order-confirmation/:transactionId", "/api/phonepe/status-check/:transactionId", access="payment"
        ),
        _page("/dev/components", access="development"),
        _page("*", "/api/products/featured?limit=6"),
    ]
}

ENTRY = """
const missing = (answer) => (answer && answer.status !== 200 ? answer.status : 200)
const text = (value) => String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;")

let count = 0

export async function render({ url, language, answers }) {
  const { pathname, search, searchParams } = new URL(url, "http://shop")
  if (pathname === "/broken") throw new TypeError("what nobody may read in a log")
  if (pathname === "/endless") for (;;);
  if (pathname === "/counted") {
    const html = `<h1>Rendered ${++count}</h1>`
    return { status: 200, head: "<title>Counted</title>", html, state: {} }
  }
  if (pathname === "/slow") await new Promise((done) => setTimeout(done, 1000 * searchParams.get("seconds")))
  const [, kind, slug] = pathname.split("/")
  const own = answers[kind === "category" ? `/api/categories/${slug}` : `/api/products/${slug}`]
  const product = own?.body.data?.product
  if (product && product.slug !== slug) return { status: 301, location: `/products/${product.slug}` }
  if (slug === "TXN-PAID-AGAIN") return { status: 302, location: "/order-confirmation/TXN2" }
  const known = ["", "products", "category", "signs", "slow", "cart", "admin", "order-confirmation"]
  return {
    status: known.includes(kind) ? missing(own) : 404,
    head: `<title>${text(product?.title ?? pathname)}</title>`,
    html: `<h1 lang="${language}">Rendered ${text(decodeURI(pathname + search))}</h1>`,
    state: { reads: Object.keys(answers), product: product ?? null, html: "<!--state--></script>" },
  }
}
"""


def write(folder: Path) -> None:
    """Write what the build would."""
    (folder / "dist" / "assets").mkdir(parents=True)
    (folder / "dist" / "index.html").write_text(INDEX)
    (folder / "dist" / "assets" / "index-1.css").write_text(STYLES)
    (folder / "dist-server").mkdir()
    (folder / "dist-server" / "pages.json").write_text(json.dumps(PAGES))
    entry_of(folder).write_text(ENTRY)


def entry_of(folder: Path) -> Path:
    """Return the module that the renderer of this build runs."""
    return folder / "dist-server" / "entry-server.mjs"


def use(folder: Path, settings: Settings, renderer_url: str) -> None:
    """Let the shop serve the pages of this build."""
    settings.FRONTEND_DIST = folder / "dist"
    settings.FRONTEND_SERVER_DIST = folder / "dist-server"
    settings.RENDERER_URL = renderer_url
