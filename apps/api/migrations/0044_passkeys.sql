-- Passkeys: public keys by which people of every audience sign in without a password, or give in place of the code after
-- it. The application reads them and writes them by these functions only; those of administrators leave an entry in the
-- audit log by it.

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  audience text NOT NULL CHECK (audience IN ('consumer', 'merchant', 'admin')),
  subject_id uuid NOT NULL,
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  -- How often it was used, as the authenticator counts; 0 for ever where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  device_type text NOT NULL CHECK (device_type IN ('singleDevice', 'multiDevice')),
  is_backed_up boolean NOT NULL,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 80),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_subject ON passkeys (subject_id);

-- Challenges are sealed and kept nowhere; those that came back are kept until they expire, so that each works once.
CREATE TABLE spent_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE FUNCTION spend_passkey_challenge(presented_hash bytea, until timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH spent AS (
    INSERT INTO spent_passkey_challenges (challenge_hash, expires_at) VALUES (presented_hash, until)
    ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT EXISTS (SELECT FROM spent)
$$;

CREATE FUNCTION forget_spent_passkey_challenges() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM spent_passkey_challenges WHERE expires_at < now() - interval '1 hour'
$$;

CREATE FUNCTION record_own_passkey(
  of_audience text, subject uuid, what text, from_address text, request text, was jsonb, is_now jsonb
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF of_audience = 'admin' THEN
    PERFORM record_about_administrator(subject, from_address, request, 'staff.' || what, subject, '', was, is_now);
  END IF;
END $$;

-- 'added', 'known' when the credential belongs to an account already, or 'full' when the account has as many as it can have.
CREATE FUNCTION add_passkey(
  passkey uuid, of_audience text, subject uuid, credential bytea, key bytea, first_counter bigint, key_transports text[],
  kind text, backed_up boolean, named text, at_most integer, from_address text, request text
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Those who add at the same moment come one after the other, so that the count stays true.
  PERFORM pg_advisory_xact_lock(hashtextextended('passkeys of ' || subject, 0));
  IF (SELECT count(*) FROM passkeys WHERE subject_id = subject AND audience = of_audience) >= at_most THEN
    RETURN 'full';
  END IF;
  INSERT INTO passkeys (
    id, audience, subject_id, credential_id, public_key, counter, transports, device_type, is_backed_up, label
  ) VALUES (
    passkey, of_audience, subject, credential, key, first_counter, key_transports, kind, backed_up, named
  ) ON CONFLICT (credential_id) DO NOTHING;
  IF NOT FOUND THEN RETURN 'known'; END IF;
  PERFORM record_own_passkey(
    of_audience, subject, 'passkey-added', from_address, request, '{}',
    jsonb_build_object('passkeyId', passkey, 'label', named)
  );
  RETURN 'added';
END $$;

CREATE FUNCTION rename_passkey(
  passkey uuid, of_audience text, subject uuid, named text, from_address text, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  was passkeys;
BEGIN
  SELECT * INTO was FROM passkeys WHERE id = passkey AND subject_id = subject AND audience = of_audience FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE passkeys SET label = named WHERE id = passkey;
  PERFORM record_own_passkey(
    of_audience, subject, 'passkey-renamed', from_address, request,
    jsonb_build_object('passkeyId', passkey, 'label', was.label),
    jsonb_build_object('passkeyId', passkey, 'label', named)
  );
  RETURN true;
END $$;

-- One of an account, or all of them. The labels of what is gone.
CREATE FUNCTION remove_passkeys(
  of_audience text, subject uuid, only_one uuid, from_address text, request text
) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed text[];
BEGIN
  WITH gone AS (
    DELETE FROM passkeys
    WHERE subject_id = subject AND audience = of_audience AND (only_one IS NULL OR id = only_one)
    RETURNING label
  )
  SELECT coalesce(array_agg(label), '{}') INTO removed FROM gone;
  IF cardinality(removed) > 0 THEN
    PERFORM record_own_passkey(
      of_audience, subject, 'passkey-removed', from_address, request,
      jsonb_build_object('passkeyId', coalesce(only_one::text, 'all'), 'labels', to_jsonb(removed)), '{}'
    );
  END IF;
  RETURN removed;
END $$;

-- Of everyone who works for a merchant that is closed.
CREATE FUNCTION remove_passkeys_of_merchant(merchant uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM passkeys
  WHERE audience = 'merchant' AND subject_id IN (SELECT id FROM merchant_staff WHERE merchant_id = merchant)
$$;

-- Notes a use. False when the authenticator has not counted on: then there are two with the same key.
CREATE FUNCTION use_passkey(passkey uuid, new_counter bigint, backed_up boolean) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH used AS (
    UPDATE passkeys SET counter = new_counter, is_backed_up = backed_up, last_used_at = now()
    WHERE id = passkey AND (new_counter > counter OR (new_counter = 0 AND counter = 0))
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM used)
$$;

-- For an administrator who has lost the phone, with the passkeys that may be on it. Ends every session.
CREATE OR REPLACE FUNCTION reset_second_factor(person uuid, resetter uuid, why text, from_address text, request text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  labels text[];
BEGIN
  PERFORM require_administrator(resetter);
  IF person = resetter THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'the own account'; END IF;
  DELETE FROM second_factors WHERE subject_id = person;
  WITH gone AS (
    DELETE FROM passkeys WHERE subject_id = person AND audience = 'admin' RETURNING label
  )
  SELECT coalesce(array_agg(label), '{}') INTO labels FROM gone;
  UPDATE administrators SET session_version = session_version + 1 WHERE id = person;
  PERFORM record_about_administrator(
    resetter, from_address, request, 'staff.two-factor-reset', person, why,
    CASE WHEN cardinality(labels) > 0 THEN jsonb_build_object('passkeys', to_jsonb(labels)) ELSE '{}' END, '{}'
  );
END $$;

REVOKE ALL ON FUNCTION
  spend_passkey_challenge(bytea, timestamptz),
  forget_spent_passkey_challenges(),
  record_own_passkey(text, uuid, text, text, text, jsonb, jsonb),
  add_passkey(uuid, text, uuid, bytea, bytea, bigint, text[], text, boolean, text, integer, text, text),
  rename_passkey(uuid, text, uuid, text, text, text),
  remove_passkeys(text, uuid, uuid, text, text),
  remove_passkeys_of_merchant(uuid),
  use_passkey(uuid, bigint, boolean)
FROM public;
GRANT EXECUTE ON FUNCTION
  spend_passkey_challenge(bytea, timestamptz),
  forget_spent_passkey_challenges(),
  add_passkey(uuid, text, uuid, bytea, bytea, bigint, text[], text, boolean, text, integer, text, text),
  rename_passkey(uuid, text, uuid, text, text, text),
  remove_passkeys(text, uuid, uuid, text, text),
  remove_passkeys_of_merchant(uuid),
  use_passkey(uuid, bigint, boolean)
TO zawadi_app;
GRANT SELECT ON passkeys TO zawadi_app;

-- A switch that a newer version brings has no row before it is first turned.
GRANT INSERT (name, is_on) ON feature_switches TO zawadi_app;
