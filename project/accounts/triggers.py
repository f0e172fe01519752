"""The shop keeps an admin who is let in, whichever way somebody changes the table."""

from project.core.trigger_installation import Triggers

_KEEP_AN_ADMIN = Triggers(
    # The last one is judged after whoever changes another one: both look after they hold the same lock.
    postgres=[
        """
CREATE OR REPLACE FUNCTION accounts_keep_an_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.role = 'admin' AND OLD.is_active
        AND (TG_OP = 'DELETE' OR NEW.role <> 'admin' OR NOT NEW.is_active) THEN
        PERFORM pg_advisory_xact_lock(hashtext('accounts_keep_an_admin'));
        IF NOT EXISTS (SELECT FROM accounts_user WHERE role = 'admin' AND is_active AND id <> OLD.id) THEN
            RAISE EXCEPTION 'the shop keeps an admin' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER keep_an_admin BEFORE UPDATE OR DELETE ON accounts_user
    FOR EACH ROW EXECUTE FUNCTION accounts_keep_an_admin();
"""
    ],
    # Deleting stays possible on SQLite: emptying a table is a DELETE there, and tests empty all of them.
    sqlite=[
        """
CREATE TRIGGER accounts_keep_an_admin BEFORE UPDATE ON accounts_user
WHEN OLD.role = 'admin' AND OLD.is_active AND (NEW.role <> 'admin' OR NOT NEW.is_active)
    AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE role = 'admin' AND is_active AND id <> OLD.id)
BEGIN SELECT RAISE(ABORT, 'the shop keeps an admin'); END
"""
    ],
)
TRIGGERS = [_KEEP_AN_ADMIN]
