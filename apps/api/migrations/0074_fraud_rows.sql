-- What fraud rules look at and no other row says.

-- An unknown voucher code that a merchant tried. Written when the code is refused, never by a redemption.
CREATE TABLE wrong_codes (
  merchant_id uuid NOT NULL REFERENCES merchants,
  id uuid NOT NULL,
  -- Null: the merchant's own system.
  staff_id uuid REFERENCES merchant_staff,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT moment(),
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX wrong_codes_in_time ON wrong_codes (at);
GRANT SELECT, INSERT, DELETE ON wrong_codes TO zawadi_app;

-- Which account has proven which number, and when last. A number belongs to one account at a time, so that `users` does not
-- say who had it before.
CREATE TABLE proven_phones (
  msisdn text NOT NULL,
  user_id uuid NOT NULL REFERENCES users,
  proven_at timestamptz NOT NULL,
  PRIMARY KEY (msisdn, user_id)
);
CREATE INDEX proven_phones_in_time ON proven_phones (proven_at);
CREATE INDEX proven_phones_of_user ON proven_phones (user_id);
INSERT INTO proven_phones (msisdn, user_id, proven_at)
SELECT phone_msisdn, id, phone_verified_at FROM users
WHERE phone_msisdn IS NOT NULL AND phone_verified_at > moment() - interval '90 days' AND status <> 'DELETED';
GRANT SELECT ON proven_phones TO zawadi_app;

-- An erased account leaves none.
CREATE FUNCTION note_proven_phone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'DELETED' THEN
    DELETE FROM proven_phones WHERE user_id = NEW.id;
  ELSIF NEW.phone_msisdn IS NOT NULL AND NEW.phone_verified_at IS NOT NULL THEN
    INSERT INTO proven_phones (msisdn, user_id, proven_at)
    VALUES (NEW.phone_msisdn, NEW.id, NEW.phone_verified_at)
    ON CONFLICT (msisdn, user_id) DO UPDATE SET proven_at = EXCLUDED.proven_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_note_proven_phone AFTER INSERT OR UPDATE OF phone_msisdn, phone_verified_at, status ON users
  FOR EACH ROW EXECUTE FUNCTION note_proven_phone();

CREATE FUNCTION forget_proven_phones() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM proven_phones WHERE proven_at < moment() - interval '90 days'
$$;
REVOKE ALL ON FUNCTION note_proven_phone(), forget_proven_phones() FROM public;
GRANT EXECUTE ON FUNCTION forget_proven_phones() TO zawadi_app;

CREATE INDEX purchases_completed ON purchases (completed_at) WHERE completed_at IS NOT NULL;

-- The job looks at more than redemptions; under its old name it would count as one that has stopped.
UPDATE job_runs SET name = 'watch-for-fraud' WHERE name = 'watch-redemptions';
