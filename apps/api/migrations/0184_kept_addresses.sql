-- For 72 hours an account keeps the address that it had before a change, so that its owner can take the change back. An address
-- that the account never proved beside its proven phone may belong to another person, and is not kept from that person.
CREATE FUNCTION is_address_kept(change contact_changes) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT change.audience = 'consumer' AND change.kind = 'email'
    AND change.expires_at > moment() AND change.taken_back_at IS NULL
    AND (
      change.former_verified_at IS NOT NULL
      OR NOT EXISTS (SELECT FROM users u WHERE u.id = change.subject_id AND u.phone_msisdn IS NOT NULL)
    )
$$;

-- As before, but the first address of an account that has proven nothing is not a change.
CREATE OR REPLACE FUNCTION confirm_pending_email(person uuid, address text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH waiting AS (
    SELECT id, email FROM users WHERE id = person AND pending_email = address AND status <> 'DELETED' FOR NO KEY UPDATE
  )
  UPDATE users u SET email = address, email_verified_at = moment(), pending_email = NULL,
    email_changed_at = CASE
      WHEN w.email LIKE '%@no-address.invalid' AND u.phone_msisdn IS NULL THEN u.email_changed_at
      ELSE moment()
    END
  FROM waiting w WHERE u.id = w.id AND NOT EXISTS (
    SELECT FROM contact_changes c WHERE c.former = address AND c.subject_id <> person AND is_address_kept(c)
  )
  RETURNING w.email
$$;

-- As before, but an address that another account has by now stays there.
CREATE OR REPLACE FUNCTION restore_email(change uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH own AS (
    SELECT c.*, NOT EXISTS (SELECT FROM users u WHERE u.email = c.former AND u.id <> c.subject_id) AS is_free
    FROM contact_changes c
    WHERE c.id = change AND c.audience = 'consumer' AND c.kind = 'email' AND c.expires_at > moment()
      AND c.taken_back_at IS NULL
  ), restored AS (
    UPDATE users u SET email = CASE WHEN own.is_free THEN own.former ELSE gen_random_uuid() || '@no-address.invalid' END,
      email_verified_at = CASE WHEN own.is_free THEN own.former_verified_at END,
      email_changed_at = own.former_changed_at, pending_email = NULL
    FROM own WHERE u.id = own.subject_id AND u.status <> 'DELETED'
    RETURNING u.id
  )
  SELECT EXISTS (SELECT FROM restored)
$$;
