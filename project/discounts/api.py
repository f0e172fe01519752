"""Staff endpoints of discount codes."""

from dataclasses import replace

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts.auth import May, actor_of, signed_in
from project.accounts.models import User
from project.catalog.schemas.queries import Text
from project.catalog.staff.product_schemas import PageQuery
from project.core.errors import NotFound
from project.core.idempotency import idempotency_key, run_once
from project.core.money import rupees
from project.core.rights import Right
from project.core.schemas import Empty, Success, UndoVersionIn
from project.core.throttle import limited
from project.discounts import actions, code_list
from project.discounts.schemas import (
    AdminDiscount,
    AdminDiscountData,
    AdminDiscountDetails,
    AdminDiscountPage,
    DiscountBatches,
    DiscountBatchIn,
    DiscountChangeIn,
    DiscountDay,
    DiscountIn,
    DiscountOrders,
    DiscountsQuery,
    DiscountSwitchIn,
    NewDiscountBatch,
    RemovedDiscount,
    SwitchedOff,
    may_see_revenue,
)
from project.orders.discounts import normal_code
from project.orders.models import DiscountCode
from project.orders.staff_schemas import admin_orders, with_rows
from project.routers import ApiRouter

router = ApiRouter("discounts")


@router.get("/admin/discounts", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_discounts(request: HttpRequest, query: Query[DiscountsQuery]) -> Success[AdminDiscountPage]:
    """One page of the discount codes with what they brought in."""
    reader = signed_in(request)
    wanted = query.to_filter()
    if wanted.sort == "revenue" and not may_see_revenue(reader):
        wanted = replace(wanted, sort="newest")
    codes, total = code_list.page_of_codes(wanted, page=query.page, limit=query.limit, as_of=query.as_of)
    return Success(
        data=AdminDiscountPage(
            discounts=AdminDiscount.list(codes, reader=reader),
            pagination=query.pagination(total),
        )
    )


@router.post("/admin/discounts", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def create_discount(request: HttpRequest, payload: DiscountIn) -> Success[AdminDiscountData]:
    """Add a discount code."""
    code = actions.create_code(payload.code, payload.columns(), actor=actor_of(request))
    return _answer(request, code, _("Discount code created"))


@router.get("/admin/discounts/{code}", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def get_discount(request: HttpRequest, code: Text) -> Success[AdminDiscountDetails]:
    """One discount code, and its uses of the last days."""
    found = get_object_or_404(DiscountCode, code=normal_code(code))
    reader = signed_in(request)
    with_revenue = may_see_revenue(reader)
    chart = [
        DiscountDay(
            day=each.day, uses=each.uses, revenue=rupees(each.revenue_paise) if with_revenue else None
        )
        for each in code_list.by_day(found)
    ]
    return Success(data=AdminDiscountDetails(discount=_discount(found, reader), chart=chart))


@router.put("/admin/discounts/{code}", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def change_discount(
    request: HttpRequest, code: Text, payload: DiscountChangeIn
) -> Success[AdminDiscountData]:
    """Change a discount code (optimistic lock by `version`); a conflict says what changed and by whom.

    New orders follow the new rule. Orders with a price keep it, and the hold of an unpaid one its use.
    """
    changed = actions.change_code(code, payload.columns(), version=payload.version, actor=actor_of(request))
    answer = _answer(
        request, changed, _("Discount code saved. New orders follow it; orders being paid keep their price")
    )
    if changed.version == payload.version:
        answer.message = _("Nothing was changed")
    elif changed.limit is not None and (uses := answer.data.discount.uses) > changed.limit:
        answer.message = _(
            "Discount code saved. It has been used {uses} times, so with this limit nobody can use it any "
            "more"
        ).format(uses=uses)
    return answer


@router.post("/admin/discounts/{code}/active", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def switch_discount(
    request: HttpRequest, code: Text, payload: DiscountSwitchIn
) -> Success[AdminDiscountData]:
    """Switch a discount code on or off at once, whatever anybody edits; idempotent."""
    changed = actions.switch(code, active=payload.is_active, actor=actor_of(request))
    return _answer(
        request,
        changed,
        _("Discount code switched on")
        if payload.is_active
        else _("Discount code switched off. Orders being paid keep their price"),
    )


@router.post("/admin/discounts/{code}/archive", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def archive_discount(request: HttpRequest, code: Text) -> Success[AdminDiscountData]:
    """Keep a discount code out of sight and of use; orders keep what it gave them."""
    archived = actions.archive_code(code, actor=actor_of(request))
    return _answer(request, archived, _("Discount code archived"))


@router.post("/admin/discounts/{code}/undo", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def undo_discount(request: HttpRequest, code: Text, payload: UndoVersionIn) -> Success[AdminDiscountData]:
    """Take back that the caller has just archived a discount code, or switched it on or off."""
    undone = actions.undo(code, version=payload.version, actor=actor_of(request))
    return _answer(request, undone, _("The discount code is as it was"))


@router.delete("/admin/discounts/{code}", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def remove_discount(request: HttpRequest, code: Text) -> Success[RemovedDiscount]:
    """Delete a discount code that no order has; one that orders have is archived."""
    is_archived = actions.remove_code(code, actor=actor_of(request))
    what = (
        _("Discount code archived: orders have it, so it is kept out of sight")
        if is_archived
        else _("Discount code deleted")
    )
    return Success(message=what, data=RemovedDiscount(is_archived=is_archived))


@router.post("/admin/discounts/{code}/restore", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def restore_discount(request: HttpRequest, code: Text) -> Success[AdminDiscountData]:
    """Take a discount code out of the archive; it stays switched off."""
    return _answer(
        request,
        actions.restore_code(code, actor=actor_of(request)),
        _("Discount code restored. It is still switched off"),
    )


@router.get("/admin/discounts/{code}/orders", auth=May(Right.ORDERS_READ))
@limited("admin-read", 240)
def list_discount_orders(
    request: HttpRequest, code: Text, query: Query[PageQuery]
) -> Success[DiscountOrders]:
    """Return a page of the orders that have the code, the newest first."""
    found = get_object_or_404(DiscountCode, code=normal_code(code))
    orders, total = code_list.page_of_orders(found, page=query.page, limit=query.limit, as_of=query.as_of)
    return Success(
        data=DiscountOrders(
            orders=admin_orders(list(with_rows(orders))),
            pagination=query.pagination(total),
        )
    )


@router.get("/admin/discount-batches", auth=May(Right.CATALOGUE))
@limited("admin-catalogue", 300)
def list_discount_batches(request: HttpRequest) -> Success[DiscountBatches]:
    """All batches of codes, the newest first."""
    return Success(data=DiscountBatches.model_validate({"batches": code_list.batches()}))


@router.post("/admin/discount-batches", auth=May(Right.CATALOGUE))
@limited("discount-batch", 10, 600)
def create_discount_batch(request: HttpRequest, payload: DiscountBatchIn) -> Success[NewDiscountBatch]:
    """Generate codes of one use each; this answer alone names all of them.

    With an Idempotency-Key, an answer that was lost can be asked for again.
    """

    def create() -> dict[str, str]:
        batch = actions.create_batch(
            payload.prefix, payload.count, payload.columns(), actor=actor_of(request)
        )
        return {"batch": batch}

    made = run_once(
        scope=f"discount-batch:{signed_in(request).public_id}",
        key=idempotency_key(request),
        body=payload.json_object(),
        action=create,
    )
    codes = list(
        DiscountCode.objects.filter(batch=made["batch"]).order_by("code").values_list("code", flat=True)
    )
    return Success(
        message=_("{count} discount codes created").format(count=len(codes)),
        data=NewDiscountBatch(batch=made["batch"], codes=codes),
    )


@router.post("/admin/discount-batches/{batch}/switch-off", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def switch_off_discount_batch(request: HttpRequest, batch: Text) -> Success[SwitchedOff]:
    """Switch off all codes of a batch; idempotent."""
    count, version = actions.switch_off_batch(batch, actor=actor_of(request))
    text = _("{count} discount codes switched off. Orders being paid keep their price")
    return Success(message=text.format(count=count), data=SwitchedOff(count=count, version=version))


@router.post("/admin/discount-batches/{batch}/undo", auth=May(Right.CATALOGUE))
@limited("admin-write", 120)
def undo_discount_batch(request: HttpRequest, batch: Text, payload: UndoVersionIn) -> Success[Empty]:
    """Switch on again the codes that the caller has just switched off with their batch."""
    actions.undo_batch(batch, version=payload.version, actor=actor_of(request))
    return Success(message=_("The discount codes are as they were"), data=Empty())


def _answer(request: HttpRequest, code: DiscountCode, what: str) -> Success[AdminDiscountData]:
    discount = _discount(code, signed_in(request))
    return Success(message=what, data=AdminDiscountData(discount=discount))


def _discount(code: DiscountCode, reader: User) -> AdminDiscount:
    """Return the code as the reader sees it. Raises NotFound when it was deleted since it was read."""
    found = AdminDiscount.list([code], reader=reader)
    if not found:
        raise NotFound(f"discount code {code}")
    return found[0]
