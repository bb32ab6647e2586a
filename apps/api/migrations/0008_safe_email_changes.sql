-- A code for money must not go to an address that is as new as the phone it stands in for.

-- Null when never changed; verifying the address given at sign-up is not a change.
ALTER TABLE users ADD COLUMN email_changed_at timestamptz;

CREATE OR REPLACE FUNCTION confirm_pending_email(person uuid, address text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH waiting AS (
    SELECT id, email FROM users WHERE id = person AND pending_email = address AND status <> 'DELETED' FOR NO KEY UPDATE
  )
  UPDATE users u SET email = address, email_verified_at = now(), email_changed_at = now(), pending_email = NULL
  FROM waiting w WHERE u.id = w.id
  RETURNING w.email
$$;
