-- Each freeze of a wallet, whatever made and ended it, so that a person's file has it. An erased account keeps none.
CREATE TABLE wallet_freezes (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES users,
  frozen_at timestamptz NOT NULL,
  -- The latest way, where the owner asked again while it was frozen.
  frozen_by text NOT NULL,
  opened_at timestamptz,
  opened_by text CHECK (opened_by IN ('code', 'waiting', 'support')),
  CHECK ((opened_at IS NULL) = (opened_by IS NULL))
);
CREATE INDEX wallet_freezes_of_user ON wallet_freezes (user_id, id);
CREATE UNIQUE INDEX wallet_freezes_one_open ON wallet_freezes (user_id) WHERE opened_at IS NULL;
GRANT SELECT ON wallet_freezes TO zawadi_app;

CREATE FUNCTION note_wallet_freeze() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'DELETED' THEN
    DELETE FROM wallet_freezes WHERE user_id = NEW.id;
  ELSIF NEW.wallet_frozen_at IS DISTINCT FROM OLD.wallet_frozen_at THEN
    -- A wallet that opened by waiting still has the columns of its freeze until the next one.
    UPDATE wallet_freezes SET opened_at = least(OLD.wallet_opens_at, moment()),
      opened_by = CASE
        WHEN OLD.wallet_opens_at <= moment() THEN 'waiting'
        WHEN OLD.wallet_frozen_by = 'lost-contacts' THEN 'support'
        ELSE 'code'
      END
    WHERE user_id = NEW.id AND opened_at IS NULL;
    IF NEW.wallet_frozen_at IS NOT NULL THEN
      INSERT INTO wallet_freezes (user_id, frozen_at, frozen_by)
      VALUES (NEW.id, NEW.wallet_frozen_at, NEW.wallet_frozen_by);
    END IF;
  ELSE
    UPDATE wallet_freezes SET frozen_by = NEW.wallet_frozen_by
    WHERE user_id = NEW.id AND opened_at IS NULL AND frozen_by <> NEW.wallet_frozen_by;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_wallet_freeze() FROM public;
CREATE TRIGGER users_note_wallet_freeze AFTER UPDATE OF wallet_frozen_at, wallet_frozen_by, status ON users
  FOR EACH ROW EXECUTE FUNCTION note_wallet_freeze();

INSERT INTO wallet_freezes (user_id, frozen_at, frozen_by)
SELECT id, wallet_frozen_at, wallet_frozen_by FROM users
WHERE wallet_frozen_at IS NOT NULL AND status <> 'DELETED';
