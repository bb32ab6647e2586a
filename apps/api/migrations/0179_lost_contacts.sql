-- A consumer who has lost both contacts: after two administrators have checked the evidence, 72 hours with the wallet frozen
-- pass, in which an old contact ends it by "this was not me". Then the number becomes the account's.
CREATE TABLE lost_contact_cases (
  -- The id of the approval.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  msisdn text NOT NULL CHECK (msisdn ~ '^254[17][0-9]{8}$'),
  -- M-PESA's name of that number, as two administrators have read it.
  registered_name text NOT NULL,
  facts text[] NOT NULL CHECK (cardinality(facts) >= 2),
  note text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT moment(),
  ended_at timestamptz,
  ended_as text CHECK (ended_as IN ('replaced', 'not-me', 'number-taken', 'contact-changed')),
  CHECK ((ended_at IS NULL) = (ended_as IS NULL))
);
CREATE UNIQUE INDEX lost_contact_cases_one_open ON lost_contact_cases (user_id) WHERE ended_at IS NULL;
CREATE INDEX lost_contact_cases_by_user ON lost_contact_cases (user_id, started_at);
GRANT SELECT, DELETE ON lost_contact_cases TO zawadi_app;
GRANT INSERT (id, user_id, msisdn, registered_name, facts, note) ON lost_contact_cases TO zawadi_app;
GRANT UPDATE (ended_at, ended_as) ON lost_contact_cases TO zawadi_app;

-- Makes the number of a case the account's proven one, opens the wallet, and has the password prove nothing until it is reset
-- by that number. The lost address proves nothing any more. Why it is not done yet, or never: `early`, `not-me`,
-- `contact-changed`, `number-taken`; `replaced` when it is done.
CREATE FUNCTION replace_lost_phone(lost_case uuid) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  c lost_contact_cases;
  u users;
BEGIN
  SELECT * INTO c FROM lost_contact_cases WHERE id = lost_case AND ended_at IS NULL FOR UPDATE;
  IF NOT FOUND OR c.started_at > moment() - interval '72 hours' OR NOT EXISTS (
    SELECT FROM approvals a
    WHERE a.id = c.id AND a.kind = 'lost-contacts' AND a.subject_id = c.user_id::text AND a.closed_as = 'APPROVED'
  ) THEN RETURN 'early'; END IF;
  SELECT * INTO u FROM users WHERE id = c.user_id FOR NO KEY UPDATE;
  IF u.wallet_frozen_by IS DISTINCT FROM 'lost-contacts' THEN RETURN 'not-me'; END IF;
  IF greatest(u.phone_changed_at, u.email_changed_at) > c.started_at THEN RETURN 'contact-changed'; END IF;
  IF EXISTS (SELECT FROM users o WHERE o.phone_msisdn = c.msisdn AND o.id <> u.id) THEN RETURN 'number-taken'; END IF;
  UPDATE users SET phone_msisdn = c.msisdn, phone_verified_at = moment(), pending_phone_msisdn = NULL,
    phone_first_verified_at = coalesce(phone_first_verified_at, moment()),
    -- Announced 72 hours ago, so that a reset by SMS works at once.
    phone_changed_at = c.started_at, email_verified_at = NULL, pending_email = NULL,
    password_doubted_at = moment(), session_version = session_version + 1,
    wallet_frozen_at = NULL, wallet_frozen_by = NULL, wallet_opens_at = NULL
  WHERE id = u.id AND status <> 'DELETED';
  RETURN 'replaced';
END $$;
REVOKE ALL ON FUNCTION replace_lost_phone(uuid) FROM public;
GRANT EXECUTE ON FUNCTION replace_lost_phone(uuid) TO zawadi_app;
