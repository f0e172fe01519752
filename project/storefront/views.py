"""The shop's pages, one function each; frontend/src/app/router.tsx has the same list."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.utils import translation

from project.catalog.faces import rudraksha_on_sale
from project.catalog.models import Category, Product
from project.core.money import format_rupees, paise
from project.reviews.models import Review
from project.storefront import structured
from project.storefront.answers import Answers
from project.storefront.pages import LargestPicture, Page, moved, page
from project.storefront.pictures import Sources, sources_of
from project.storefront.texts import page_text, text

_SHELF = 6
_PAGE = 12
_VERIFY = ("src/features/verify/verify-page.tsx",)
# What the front end's list asks the API for, as both write it in the address.
_LIST_PARAMETERS = (
    "search",
    "category",
    "minPrice",
    "maxPrice",
    "isFeatured",
    "inStock",
    "sortBy",
    "page",
)
_MODULES = {
    name: f"src/features/{name}-page.tsx"
    for name in ("catalog/home", "catalog/list", "catalog/category", "catalog/product", "payment/payment")
}
_HERO = Sources(
    src="/pictures/hero-1200.webp",
    webp=", ".join(f"/pictures/hero-{size}.webp {size}w" for size in (800, 1200, 1600)),
    avif=", ".join(f"/pictures/hero-{size}.avif {size}w" for size in (800, 1200, 1600)),
    width=1600,
    height=1000,
)


def _language() -> str:
    return str(translation.get_language())


@page
def home(request: HttpRequest, answers: Answers) -> Page:
    """Show the front page."""
    shop = answers.get("/shop")
    shelves = {
        name: answers.get(f"/products/{name}", limit=_SHELF)
        for name in ("featured", "new-arrivals", "trending")
    }
    return Page(
        title=text("shop:home.title"),
        description=page_text("shop"),
        canonical="/",
        template="home",
        modules=(_MODULES["catalog/home"],),
        largest_picture=LargestPicture(_HERO, "100vw"),
        structured=[*([structured.organization(shop)] if shop else []), structured.website(_language())],
        context={
            "hero": _HERO,
            "shelves": [
                (text(f"shop:home.{title}"), shelf["products"])
                for title, shelf in zip(
                    ("featured", "newArrivals", "trending"), shelves.values(), strict=True
                )
                if shelf and shelf["products"]
            ],
        },
    )


@page
def product_list(request: HttpRequest, answers: Answers) -> Page:
    """Show all products, or those that fit the filters in the address."""
    asked = _filters(request)
    found = answers.get("/products", limit=_PAGE, **asked) or answers.get("/products", limit=_PAGE)
    search = asked.get("search", "")
    title = text("shop:list.searchTitle", search=search) if search else text("shop:list.title")
    if found is None:
        return Page(title=title, template="plain", modules=(_MODULES["catalog/list"],))
    count = found["pagination"]["total"]
    return Page(
        title=_paged(title, found),
        description=page_text("results", search=search)
        if search
        else page_text("products", count=count, rudraksha=rudraksha_on_sale(_language())),
        # A search is not worth listing; a filtered list is the same as the whole one.
        canonical="" if search else _numbered("/products", found if set(asked) <= {"page"} else None),
        template="list",
        modules=(_MODULES["catalog/list"],),
        largest_picture=_first_picture(found["products"]),
        structured=[structured.breadcrumb(_language(), [(text("shop:product.products"), "/products")])],
        context={"title": title, "lead": text("shop:list.lead"), "found": found}
        | _neighbours(request, found),
    )


@page
def category(request: HttpRequest, answers: Answers, slug: str) -> Page | HttpResponseBase:
    """Show one category; an earlier name of it leads to its present one."""
    answer = answers.get(f"/categories/{slug}")
    if answer is None:
        gone = Category.objects.filter(Q(slug=slug) | Q(aliases__slug=slug)).exists()
        return _nothing_here(
            answers, 410 if gone else 404, title=text("shop:category.notFoundTitle"), lead=""
        )
    data = answer["category"]
    path = f"/category/{data['slug']}"
    if data["slug"] != slug:
        return moved(request, path)
    asked = {name: value for name, value in _filters(request).items() if name not in ("search", "category")}
    found = answers.get("/products", limit=_PAGE, category=slug, **asked) or answers.get(
        "/products", limit=_PAGE, category=slug
    )
    if found is None:  # it went between the two questions
        return _nothing_here(answers, 410, title=text("shop:category.notFoundTitle"), lead="")
    return Page(
        title=_paged(data["name"], found),
        description=data["description"] or page_text("shop"),
        canonical=_numbered(path, found if set(asked) <= {"page"} else None),
        template="list",
        modules=(_MODULES["catalog/category"],),
        image=sources_of(data["picture"]).src if data["picture"] else Page.image,
        largest_picture=_first_picture(found["products"]),
        structured=[
            structured.breadcrumb(
                _language(), [(text("shop:product.products"), "/products"), (data["name"], path)]
            )
        ],
        context={
            "title": data["name"],
            "lead": data["description"],
            "found": found,
            "trail": [(text("shop:product.products"), "/products")],
        }
        | _neighbours(request, found),
    )


@page
def product(request: HttpRequest, answers: Answers, slug: str) -> Page | HttpResponseBase:
    """Show one product; an earlier slug leads to its present one."""
    answer = answers.get(f"/products/{slug}")
    if answer is None or "product" not in answer:
        gone = Product.objects.filter(Q(slug=slug) | Q(aliases__slug=slug)).exists()
        return _nothing_here(
            answers,
            410 if gone else 404,
            title=text("shop:product.notFoundTitle"),
            lead=text("shop:product.notFoundText"),
        )
    data = answer["product"]
    path = f"/products/{data['slug']}"
    if data["slug"] != slug:
        return moved(request, path)
    related = answers.get(f"/products/{slug}/related", limit=4)
    return Page(
        title=data["metaTitle"] or data["title"],
        description=data["metaDescription"]
        or page_text(
            "product",
            description=data["shortDescription"] or data["description"],
            price=format_rupees(paise(data["price"])),
        ),
        keywords=data["keywords"],
        canonical=path,
        template="product",
        kind="product",
        modules=(_MODULES["catalog/product"],),
        image=sources_of(data["picture"]).src if data["picture"] else Page.image,
        largest_picture=LargestPicture(
            sources_of(data["picture"]), "(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
        )
        if data["picture"]
        else None,
        structured=[
            structured.product(data, _language(), rated=_rated_by_buyers(data["slug"])),
            structured.breadcrumb(
                _language(), [(text("shop:product.products"), "/products"), (data["title"], path)]
            ),
        ],
        context={
            "product": data,
            "paragraphs": list(
                dict.fromkeys(filter(None, [data["description"], *data["longDescription"].splitlines()]))
            ),
            "specifications": [
                (text(f"shop:product.specs.{name}"), value)
                for name, value in data["specifications"].items()
                if value
            ],
            "related": related["products"] if related else [],
            "trail": [(text("shop:product.products"), "/products")],
        },
    )


@page
def product_by_id(request: HttpRequest, answers: Answers, product_id: str) -> Page | HttpResponseBase:
    """Lead from the address by id to the product's own one."""
    answer = answers.get(f"/products/id/{product_id}")
    if answer is not None:
        return moved(request, f"/products/{answer['product']['slug']}")
    gone = Product.objects.filter(public_id=product_id).exists()
    return _nothing_here(
        answers,
        410 if gone else 404,
        title=text("shop:product.notFoundTitle"),
        lead=text("shop:product.notFoundText"),
    )


@page
def verify(request: HttpRequest, answers: Answers) -> Page:
    """Show where a certificate's number can be typed."""
    return Page(
        title=text("reviews:verify.title"),
        description=text("reviews:verify.intro"),
        canonical="/verify",
        template="plain",
        modules=_VERIFY,
        namespaces=("reviews",),
        context={"lead": text("reviews:verify.intro")},
    )


@page
def certificate(request: HttpRequest, answers: Answers, number: str) -> Page:
    """Show what a laboratory wrote about a bead."""
    answer = answers.get(f"/certificates/{number}")
    if answer is None:
        # Not ours, perhaps mistyped: the page's script lets another number be tried.
        return Page(
            title=text("reviews:verify.title"),
            template="plain",
            status=404,
            modules=_VERIFY,
            namespaces=("reviews",),
        )
    data = answer["certificate"]
    return Page(
        title=f"{text('reviews:verify.title')} {data['number']}",
        description=page_text("verify", number=data["number"]),
        canonical=f"/verify/{data['number']}",
        template="certificate",
        modules=_VERIFY,
        namespaces=("reviews",),
        context={"certificate": data},
    )


@page
def guidance(request: HttpRequest, answers: Answers) -> Page:
    """Show which bead belongs to which sign, or the page of one sign that somebody passed on."""
    sign = request.GET.get("sign", "")
    answer = answers.get(f"/astrology/signs/{sign}") if sign.isalpha() else None
    table = None if answer else answers.get("/astrology/signs")
    found = answer["recommendation"] if answer else None
    return Page(
        title=text("guidance:signTitle", sign=found["name"]) if found else text("guidance:title"),
        description=found["recommendations"]["description"] if found else text("guidance:lead"),
        canonical=f"/rudraksh-recommendation?sign={found['zodiacSign']}"
        if found
        else "/rudraksh-recommendation",
        template="guidance",
        modules=("src/features/guidance/recommendation-page.tsx",),
        namespaces=("guidance",),
        context={"found": found, "signs": table["signs"] if table else []},
    )


@page
def reading(request: HttpRequest, answers: Answers, *, name: str) -> Page | HttpResponseBase:
    """Show one of the fixed pages: the terms, how we deliver, who we are."""
    answer = answers.get(f"/documents/{name}")
    shop = answers.get("/shop")
    assert answer is not None and shop is not None  # they depend on nothing but the settings
    document = answer["document"]
    path = f"/{name}"
    return Page(
        title=document["title"],
        description=document["lead"],
        canonical=path,
        template="reading",
        modules=(f"src/features/pages/{'contact' if name == 'contact' else 'document'}-page.tsx",),
        namespaces=("pages",),
        structured=[
            structured.reading(document, _language()),
            structured.organization(shop)
            | (structured.returns_policy(shop["promises"]) if name == "returns" else {}),
            structured.breadcrumb(_language(), [(document["title"], path)]),
        ],
        context={"document": document, "is_contact": name == "contact"},
    )


@page
def private(
    request: HttpRequest, answers: Answers, *, title: str, module: str, namespaces: tuple[str, ...]
) -> Page:
    """Show a page that is one person's own: written by its script alone, and in no search engine's list."""
    return Page(
        title=text(title),
        template="plain",
        modules=(f"src/features/{module}.tsx",) if module else (),
        namespaces=namespaces,
    )


@page
def not_found(request: HttpRequest, answers: Answers) -> Page:
    """Show that there is no such page."""
    return _nothing_here(answers, 404, title=text("shell:notFound.title"), lead=text("shell:notFound.text"))


def missing(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """Answer an address where nothing is: readers get a page, and whoever fetches a file a word."""
    if "text/html" in request.headers.get("Accept", "text/html") or request.headers.get("Accept") == "*/*":
        return not_found(request)
    return HttpResponseNotFound("Not found", content_type="text/plain")


def _nothing_here(answers: Answers, status: int, *, title: str, lead: str) -> Page:
    featured = answers.get("/products/featured", limit=_SHELF)
    return Page(
        title=title,
        template="missing",
        status=status,
        context={"title": title, "lead": lead, "products": featured["products"] if featured else []},
    )


def _filters(request: HttpRequest) -> dict[str, str]:
    return {
        name: value
        for name in _LIST_PARAMETERS
        if (value := request.GET.get(name, "").strip()) and (name, value) != ("page", "1")
    }


def _neighbours(request: HttpRequest, found: dict[str, Any]) -> dict[str, str]:
    """Return the paths of the previous and the next page of the same list, empty where there is none."""
    number, last = found["pagination"]["page"], found["pagination"]["totalPages"]
    return {
        "previous": _numbered_in(request, number - 1) if number > 1 else "",
        "next": _numbered_in(request, number + 1) if number < last else "",
    }


def _numbered_in(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query.pop("lang", None)
    query["page"] = str(number)
    return f"{request.path}?{query.urlencode()}"


def _numbered(path: str, found: dict[str, Any] | None) -> str:
    number = found["pagination"]["page"] if found else 1
    return path if number == 1 else f"{path}?page={number}"


def _paged(title: str, found: dict[str, Any]) -> str:
    number = found["pagination"]["page"]
    return title if number == 1 else f"{title} · {page_text('page', page=number)}"


def _first_picture(products: list[dict[str, Any]]) -> LargestPicture | None:
    picture = products[0]["picture"] if products else None
    return LargestPicture(sources_of(picture), "(min-width: 48rem) 30vw, 46vw") if picture else None


def _rated_by_buyers(slug: str) -> bool:
    """Tell whether the product's rating is real: sample reviews are no word about it to the outside."""
    return not Review.objects.published().filter(product__slug=slug, is_sample=True).exists()
