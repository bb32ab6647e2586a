-- The proven phone is the root of a consumer's identity: an address that was never proven takes nothing from an account
-- that has proven a number.

-- Proves the address of an account that has proven neither address nor number, by a reset through that address, and drops
-- the contacts that wait. False when either was proven, and nothing has changed.
CREATE OR REPLACE FUNCTION drop_unproven_contacts(person uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH dropped AS (
    UPDATE users SET email_verified_at = moment(), pending_email = NULL, pending_phone_msisdn = NULL
    WHERE id = person AND email_verified_at IS NULL AND phone_msisdn IS NULL
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM dropped)
$$;
