-- What people do with their own account: contacts that wait for proof, language, picture, second factor, deletion.

ALTER TABLE users
  ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'sw')),
  -- An address that becomes the account's when the link sent to it is used. It may be anybody's until then.
  ADD COLUMN pending_email text
    CHECK (pending_email = lower(pending_email) AND length(pending_email) BETWEEN 3 AND 254),
  ADD COLUMN deleted_at timestamptz,
  ALTER COLUMN signup_phone_msisdn DROP NOT NULL,
  DROP CONSTRAINT users_status_check,
  ADD CONSTRAINT users_status_check CHECK (status IN ('ACTIVE', 'FROZEN', 'DELETED')),
  DROP CONSTRAINT users_check1,
  ADD CONSTRAINT users_have_a_phone CHECK (
    status = 'DELETED'
    OR (signup_phone_msisdn IS NOT NULL AND (phone_msisdn IS NOT NULL OR pending_phone_msisdn IS NOT NULL))
  ),
  ADD CONSTRAINT users_deleted_since CHECK ((status = 'DELETED') = (deleted_at IS NOT NULL));

-- Of whoever signs in: a user, a member of a merchant's staff, or an administrator.
CREATE TABLE second_factors (
  subject_id uuid PRIMARY KEY,
  secret_sealed bytea NOT NULL,
  enabled_at timestamptz,
  -- The half minute of the last code that was taken: no code is taken twice, nor an older one after it.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  subject_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (subject_id, code_hash)
);

CREATE TABLE user_pictures (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- Its address. Random, so that nobody finds a picture by knowing whose it is.
  name text NOT NULL UNIQUE,
  webp bytea NOT NULL CHECK (octet_length(webp) <= 262144)
);

GRANT UPDATE (first_name, last_name, pending_email, notifications, email_alerts, language) ON users TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON second_factors, recovery_codes, user_pictures TO zawadi_app;
GRANT UPDATE (secret_sealed, enabled_at, last_step) ON second_factors TO zawadi_app;
GRANT UPDATE (name, webp) ON user_pictures TO zawadi_app;

-- The application may write neither addresses nor states of accounts; these two are the ways there are.

-- Returns the former address, or nothing when this one does not wait.
CREATE FUNCTION confirm_pending_email(person uuid, address text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH waiting AS (
    SELECT id, email FROM users WHERE id = person AND pending_email = address AND status <> 'DELETED' FOR NO KEY UPDATE
  )
  UPDATE users u SET email = address, email_verified_at = now(), pending_email = NULL
  FROM waiting w WHERE u.id = w.id
  RETURNING w.email
$$;

-- Enough of a number to recognise it, not enough to use it.
CREATE FUNCTION masked_msisdn(msisdn text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$ SELECT left(msisdn, 4) || '****' || right(msisdn, 3) $$;

-- Leaves the rows, because the books point to them, and nothing in them that tells who it was: a payment is found at
-- M-PESA by its receipt and our reference. What gifts say to their recipients stays theirs. False when it was gone.
CREATE FUNCTION erase_user(person uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH erased AS (
    UPDATE users SET status = 'DELETED', deleted_at = now(), first_name = 'Deleted', last_name = 'account',
      email = 'deleted-' || id || '@deleted.invalid', email_verified_at = NULL, pending_email = NULL,
      phone_msisdn = NULL, phone_verified_at = NULL, pending_phone_msisdn = NULL, signup_phone_msisdn = NULL,
      password_hash = '', session_version = session_version + 1, notifications = false, email_alerts = false
    WHERE id = person AND status = 'ACTIVE'
    RETURNING id
  ), paid_out AS (
    UPDATE withdrawals w SET recipient_name = 'Deleted account', recipient_email = '', paid_to_name = NULL,
      msisdn = masked_msisdn(w.msisdn)
    FROM erased WHERE w.user_id = erased.id
  ), paid_in AS (
    UPDATE purchases p SET payer_msisdn = masked_msisdn(p.payer_msisdn) FROM erased WHERE p.buyer_id = erased.id
    RETURNING p.home_id, p.id
  ), prompted AS (
    UPDATE purchase_attempts a SET payer_msisdn = masked_msisdn(a.payer_msisdn)
    FROM paid_in WHERE a.home_id = paid_in.home_id AND a.purchase_id = paid_in.id
  )
  SELECT EXISTS (SELECT FROM erased)
$$;

REVOKE ALL ON FUNCTION confirm_pending_email(uuid, text), erase_user(uuid) FROM public;
GRANT EXECUTE ON FUNCTION confirm_pending_email(uuid, text), erase_user(uuid) TO zawadi_app;
