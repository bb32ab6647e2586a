-- An account with a proven phone may have an unproven address that belongs to another person. When that person confirms the
-- address by the mailed link, it moves to the account of that person.

-- The newest sign-up with an address is found at each sign-in with an address that no account has proven.
CREATE INDEX users_by_pending_email ON users (pending_email, created_at DESC) WHERE pending_email IS NOT NULL;

-- Frees the address that a living link is to confirm for an account where it waits, if it stands unproven beside a proven phone
-- on another one, which keeps everything else. All null when it does not; a proven address stays where it is.
CREATE FUNCTION free_unproven_email(link bytea, OUT loser uuid, OUT msisdn text, OUT language text, OUT address text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  person uuid;
  -- Random, so that no one signs up with it beforehand and keeps the address.
  nowhere text := gen_random_uuid() || '@no-address.invalid';
BEGIN
  SELECT u.id, v.email INTO person, address
  FROM email_verifications v JOIN users u ON u.id = v.user_id AND u.pending_email = v.email AND u.status <> 'DELETED'
  WHERE v.token_hash = link AND v.expires_at > moment();
  IF NOT FOUND THEN RETURN; END IF;
  -- In the order of their ids, because two accounts may confirm each other's address at the same moment.
  PERFORM FROM users u WHERE u.id = person OR u.email = address ORDER BY u.id FOR NO KEY UPDATE;
  UPDATE users u SET email = nowhere
  WHERE u.email = address AND u.id <> person AND u.email_verified_at IS NULL AND u.phone_msisdn IS NOT NULL
    AND u.status <> 'DELETED'
  RETURNING u.id, u.phone_msisdn, u.language INTO loser, msisdn, language;
  IF loser IS NULL THEN
    address := NULL;
    RETURN;
  END IF;
  -- Taking a change back does not bring the address back.
  UPDATE contact_changes c SET former = nowhere, former_verified_at = NULL
  WHERE c.audience = 'consumer' AND c.subject_id = loser AND c.kind = 'email' AND c.former = address;
  DELETE FROM one_time_codes c WHERE c.subject_id = loser AND c.target = address;
END $$;
REVOKE ALL ON FUNCTION free_unproven_email(bytea) FROM public;
GRANT EXECUTE ON FUNCTION free_unproven_email(bytea) TO zawadi_app;

-- As before, but not while another account can take the address back.
CREATE OR REPLACE FUNCTION confirm_pending_email(person uuid, address text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH waiting AS (
    SELECT id, email FROM users WHERE id = person AND pending_email = address AND status <> 'DELETED' FOR NO KEY UPDATE
  )
  UPDATE users u SET email = address, email_verified_at = moment(), email_changed_at = moment(), pending_email = NULL
  FROM waiting w WHERE u.id = w.id AND NOT EXISTS (
    SELECT FROM contact_changes c
    WHERE c.audience = 'consumer' AND c.kind = 'email' AND c.former = address AND c.subject_id <> person
      AND c.expires_at > moment() AND c.taken_back_at IS NULL
  )
  RETURNING w.email
$$;
