"""The job of an import: stopped, continued, interrupted in a row, asked for twice at once."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from project.catalog.models import Product
from project.events.topics import Caller
from project.live_topics import find
from project.move_in import actions
from project.move_in.models import Import, ImportRow, ImportStatus, Step
from tests.factories import log_in, make_category, make_user
from tests.http import Api
from tests.move_in.import_helpers import (
    OtherShop,
    bring_in,
    carry,
    line,
    move,
    preview,
    rows,
    run_due,
    shopify,
    shown,
)
from tests.threads import at_once

pytestmark = pytest.mark.django_db

THREE = shopify(line("onyx-mala"), line("opal-mala"), line("agate-mala"))


def break_down(import_id: str, slug: str, message: str = "killed") -> None:
    """Let the database refuse a product in the middle of its row, as a machine that dies does."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "CREATE TRIGGER break_down BEFORE UPDATE ON move_in_importrow WHEN NEW.key = 'opal-mala'"
                f" AND NEW.step = 'done' BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
        else:
            cursor.execute(
                "CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS"
                f" $$ BEGIN RAISE EXCEPTION '{message}'; END $$"
            )
            cursor.execute(
                "CREATE TRIGGER break_down BEFORE UPDATE ON move_in_importrow FOR EACH ROW WHEN"
                " (NEW.key = 'opal-mala' AND NEW.step = 'done') EXECUTE FUNCTION break_down()"
            )


def repair() -> None:
    """Let the database take the row again."""
    with connection.cursor() as cursor:
        on = " ON move_in_importrow" if connection.vendor != "sqlite" else ""
        cursor.execute(f"DROP TRIGGER break_down{on}")


def test_row_that_dies_in_the_middle_leaves_nothing_and_is_done_later(staff: Api) -> None:
    import_id = preview(staff, THREE)
    break_down(import_id, "opal-mala")
    move(staff, import_id, "run")

    actions.work_on(actions.take_due_imports()[0])

    assert set(Product.objects.values_list("slug", flat=True)) == {"onyx-mala"}
    assert shown(staff, import_id)["status"] == "running"
    repair()
    Import.objects.update(next_try_at=timezone.now())
    run_due()
    assert shown(staff, import_id)["status"] == "done"
    assert Product.objects.count() == 3


def test_import_that_dies_every_time_stops_and_can_be_continued(staff: Api) -> None:
    import_id = preview(staff, THREE)
    break_down(import_id, "opal-mala")
    move(staff, import_id, "run")

    for _try in range(actions.ATTEMPTS + 2):
        Import.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())
        run_due()

    assert shown(staff, import_id)["status"] == "stopped"
    repair()
    assert carry(staff, import_id, "run")["status"] == "done"
    assert Product.objects.count() == 3


def test_worker_that_was_killed_loses_its_lease_and_another_goes_on(staff: Api) -> None:
    import_id = preview(staff, THREE)
    move(staff, import_id, "run")
    assert len(actions.take_due_imports()) == 1  # and dies

    assert actions.take_due_imports() == []
    Import.objects.update(next_try_at=timezone.now())
    run_due()

    assert shown(staff, import_id)["status"] == "done"


def test_stopped_import_does_nothing_until_it_is_continued(staff: Api) -> None:
    import_id = preview(staff, THREE)
    move(staff, import_id, "run")
    (claimed,) = actions.take_due_imports()
    move(staff, import_id, "stop")

    actions.work_on(claimed)

    assert Product.objects.count() == 0
    assert shown(staff, import_id)["status"] == "stopped"
    assert carry(staff, import_id, "run")["counts"]["done"] == 3


def test_verbs_that_a_status_does_not_allow_are_refused(staff: Api) -> None:
    import_id = preview(staff, THREE)

    for verb in ("publish", "take_back"):
        assert move(staff, import_id, verb).refusal == (409, "INVALID_TRANSITION")
    assert move(staff, import_id, "fly").refusal == (422, "VALIDATION")
    assert move(staff, import_id, "stop").status == 200
    assert shown(staff, import_id)["status"] == "ready"
    assert move(staff, "IMP-NOBODY", "run").refusal == (404, "NOT_FOUND")


def test_one_import_writes_at_a_time(staff: Api) -> None:
    first, second = preview(staff, THREE), preview(staff, shopify(line("jade-mala")))
    move(staff, first, "run")

    assert move(staff, second, "run").status == 409

    run_due()
    assert carry(staff, second, "run")["status"] == "done"


def test_list_is_live_for_staff_of_the_catalogue_alone(staff: Api) -> None:
    import_id = bring_in(staff, THREE)
    topic, name = find("staff:imports"), "staff:imports"
    assert topic is not None
    caller = Caller(role="catalogue")

    state = topic.read(caller, name)

    assert topic.may(caller, name) and not topic.may(Caller(role="support"), name)
    assert state is not None
    assert state.data["imports"][0]["_id"] == import_id
    assert state.data["imports"][0]["counts"]["done"] == 3


@pytest.mark.production_stack
@pytest.mark.django_db(transaction=True)
def test_stop_in_the_middle_keeps_the_rows_that_are_done(other_shop: OtherShop) -> None:
    make_category("malas", name_en="Malas")
    admin = Api(token=log_in(make_user(role="admin")))
    lines = [line(f"mala-{number}", Image_Src=f"{other_shop.origin}/{number}.jpg") for number in range(3)]
    import_id = preview(admin, shopify(*lines))
    move(admin, import_id, "run")
    # The picture of the second row is asked for while its import is stopped.
    other_shop.once["/1.jpg"] = lambda: move(admin, import_id, "stop")

    run_due()

    assert [row["step"] for row in rows(admin, import_id)] == ["done", "waiting", "waiting"]
    assert carry(admin, import_id, "run")["status"] == "done"
    assert Product.objects.filter(parent=None).count() == 3


def test_database_lets_one_import_write_at_a_time(staff: Api) -> None:
    first, second = (preview(staff, shopify(line(handle))) for handle in ("a-bead", "b-bead"))
    Import.objects.filter(import_id=first).update(status=ImportStatus.RUNNING)

    with pytest.raises(IntegrityError), transaction.atomic():
        Import.objects.filter(import_id=second).update(status=ImportStatus.TAKING_BACK)


@pytest.mark.production_stack
@pytest.mark.django_db(transaction=True)
def test_two_admins_at_once_start_one_of_two_imports() -> None:
    make_category("malas", name_en="Malas")
    admins = [Api(token=log_in(make_user(role="admin"))) for _ in range(2)]
    ids = [preview(admin, shopify(line(f"mala-{number}"))) for number, admin in enumerate(admins)]

    answers = at_once(2, lambda number: move(admins[number], ids[number], "run").status)

    assert sorted(answers) == [200, 409]


@pytest.mark.production_stack
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_do_each_row_once() -> None:
    make_category("malas", name_en="Malas")
    admin = Api(token=log_in(make_user(role="admin")))
    import_id = preview(admin, shopify(*[line(f"mala-{number}") for number in range(8)]))
    move(admin, import_id, "run")
    pk = Import.objects.get(import_id=import_id).pk

    at_once(3, lambda number: actions.work_on(pk))
    Import.objects.filter(next_try_at__isnull=False).update(next_try_at=timezone.now())
    run_due()

    assert shown(admin, import_id)["status"] == "done"
    assert ImportRow.objects.filter(step=Step.DONE).count() == 8
    assert Product.objects.count() == 8
