-- Administrators, their passwords and everyone's second factors change by these functions only. Each of them that concerns
-- an administrator leaves its entry in the audit log itself, so that the application cannot do it and keep quiet.

CREATE FUNCTION record_about_administrator(
  actor uuid, from_address text, request text, what text, person uuid, why text, was jsonb, is_now jsonb
) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT append_audit(
    actor, coalesce((SELECT name FROM administrators WHERE id = actor), 'Command'), from_address, request, what, 'staff',
    person::text, why, was, is_now
  )
$$;

-- ZA403 says no to the one for whom a function is called; a missing right of the application itself is 42501.
CREATE FUNCTION require_administrator(VARIADIC people uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  person uuid;
BEGIN
  FOREACH person IN ARRAY people LOOP
    IF NOT EXISTS (
      SELECT FROM administrators WHERE id = person AND staff_role = 'administrator' AND status = 'ACTIVE'
    ) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'not an active administrator';
    END IF;
  END LOOP;
END $$;

-- Locks an account and all who may change accounts, in one order, so that two of them cannot disable each other at once.
CREATE FUNCTION lock_administrator(person uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM administrators
    WHERE id = person OR (staff_role = 'administrator' AND status = 'ACTIVE') ORDER BY id FOR NO KEY UPDATE;
END $$;

-- Those whose role and status must stay as they are until the end of the transaction.
CREATE FUNCTION lock_standing(people uuid[]) RETURNS SETOF administrators
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT * FROM administrators WHERE id = ANY (people) ORDER BY id FOR SHARE
$$;

-- Whom a command on the server makes has no admitter. `actor` is the one whose call it is: the checker, when an approval is
-- carried out. False when the address has a sign-in already.
CREATE FUNCTION add_administrator(
  person uuid, new_email text, new_name text, new_role text, new_hash text, must_change boolean, admitter uuid,
  actor uuid, from_address text, request text, why text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF admitter IS NOT NULL OR actor IS NOT NULL THEN
    PERFORM require_administrator(admitter, actor);
  END IF;
  INSERT INTO administrators (
    id, email, name, staff_role, password_hash, must_change_password, let_in_by, let_in_at
  ) VALUES (
    person, new_email, new_name, new_role, new_hash, must_change, admitter, CASE WHEN admitter IS NOT NULL THEN now() END
  ) ON CONFLICT (email) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM record_about_administrator(
    actor, CASE WHEN actor IS NULL THEN 'this server' ELSE from_address END, request, 'staff.created', person, why, '{}',
    jsonb_build_object('email', new_email, 'name', new_name, 'staffRole', new_role)
  );
  RETURN true;
END $$;

-- Nulls leave things as they are; disabling ends every session. `changer` is the one who wanted it, `actor` the one whose
-- call it is.
DROP FUNCTION change_administrator(uuid, uuid, text, text, text);
CREATE FUNCTION change_administrator(
  person uuid, changer uuid, new_name text, new_role text, new_status text, actor uuid, from_address text, request text,
  why text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ranks CONSTANT text[] := ARRAY['read-only', 'support', 'finance', 'administrator'];
  was administrators;
  is_now administrators;
  lets_in boolean;
BEGIN
  PERFORM require_administrator(changer, actor);
  IF person IN (changer, actor) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'the own account';
  END IF;
  SELECT * INTO STRICT was FROM administrators WHERE id = person FOR NO KEY UPDATE;
  lets_in := coalesce(array_position(ranks, new_role) > array_position(ranks, was.staff_role), false)
    OR coalesce(new_status = 'ACTIVE' AND was.status <> 'ACTIVE', false);
  UPDATE administrators SET name = coalesce(new_name, name), staff_role = coalesce(new_role, staff_role),
    status = coalesce(new_status, status),
    session_version = session_version + CASE WHEN new_status = 'DISABLED' THEN 1 ELSE 0 END,
    let_in_by = CASE WHEN lets_in THEN changer ELSE let_in_by END,
    let_in_at = CASE WHEN lets_in THEN now() ELSE let_in_at END
  WHERE id = person RETURNING * INTO is_now;
  PERFORM record_about_administrator(
    actor, from_address, request,
    CASE
      WHEN is_now.status = was.status THEN 'staff.updated'
      WHEN is_now.status = 'ACTIVE' THEN 'staff.enabled'
      ELSE 'staff.disabled'
    END,
    person, why,
    jsonb_build_object('name', was.name, 'staffRole', was.staff_role, 'status', was.status),
    jsonb_build_object('name', is_now.name, 'staffRole', is_now.staff_role, 'status', is_now.status)
  );
END $$;

-- One that the administrator has chosen. Ends every session.
CREATE FUNCTION set_administrator_password(person uuid, new_hash text, how text, from_address text, request text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF how NOT IN ('password-changed', 'password-reset') THEN
    RAISE invalid_parameter_value USING MESSAGE = 'a password is changed or reset';
  END IF;
  UPDATE administrators SET password_hash = new_hash, must_change_password = false,
    session_version = session_version + 1, temporary_password_until = DEFAULT
  WHERE id = person AND status = 'ACTIVE';
  IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'not an active account'; END IF;
  PERFORM record_about_administrator(person, from_address, request, 'staff.' || how, person, '', '{}', '{}');
END $$;

CREATE FUNCTION give_temporary_password(
  person uuid, giver uuid, new_hash text, why text, from_address text, request text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_administrator(giver);
  IF person = giver THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'the own account'; END IF;
  UPDATE administrators SET password_hash = new_hash, must_change_password = true,
    session_version = session_version + 1, temporary_password_until = DEFAULT
  WHERE id = person;
  PERFORM record_about_administrator(giver, from_address, request, 'staff.temporary-password', person, why, '{}', '{}');
END $$;

-- For an administrator who has lost the phone. Ends every session.
CREATE FUNCTION reset_second_factor(person uuid, resetter uuid, why text, from_address text, request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_administrator(resetter);
  IF person = resetter THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'the own account'; END IF;
  DELETE FROM second_factors WHERE subject_id = person;
  UPDATE administrators SET session_version = session_version + 1 WHERE id = person;
  PERFORM record_about_administrator(resetter, from_address, request, 'staff.two-factor-reset', person, why, '{}', '{}');
END $$;

-- What an administrator does with the own second factor is on record; consumers and merchants are mailed.
CREATE FUNCTION record_own_factor(subject uuid, what text, from_address text, request text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM administrators WHERE id = subject) THEN
    PERFORM record_about_administrator(subject, from_address, request, 'staff.' || what, subject, '', '{}', '{}');
  END IF;
END $$;

-- Keeps a secret that is not in use yet, in place of the one before. False when one is in use.
CREATE FUNCTION start_second_factor(subject uuid, sealed bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH kept AS (
    INSERT INTO second_factors AS f (subject_id, secret_sealed) VALUES (subject, sealed)
    ON CONFLICT (subject_id) DO UPDATE SET secret_sealed = excluded.secret_sealed WHERE f.enabled_at IS NULL
    RETURNING subject_id
  )
  SELECT EXISTS (SELECT FROM kept)
$$;

CREATE FUNCTION lock_second_factor(subject uuid) RETURNS SETOF second_factors
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT * FROM second_factors WHERE subject_id = subject FOR UPDATE
$$;

CREATE FUNCTION switch_on_second_factor(
  subject uuid, step bigint, code_hashes bytea[], from_address text, request text
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE second_factors SET enabled_at = now(), last_step = step WHERE subject_id = subject AND enabled_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'nothing to switch on'; END IF;
  DELETE FROM recovery_codes WHERE subject_id = subject;
  INSERT INTO recovery_codes (subject_id, code_hash) SELECT subject, unnest(code_hashes);
  PERFORM record_own_factor(subject, 'two-factor-on', from_address, request);
END $$;

-- Takes the code of a step, once. False when this step or a later one was taken already.
CREATE FUNCTION take_second_factor_step(subject uuid, step bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH taken AS (
    UPDATE second_factors SET last_step = step
    WHERE subject_id = subject AND enabled_at IS NOT NULL AND last_step < step
    RETURNING subject_id
  )
  SELECT EXISTS (SELECT FROM taken)
$$;

CREATE FUNCTION renew_recovery_codes(subject uuid, code_hashes bytea[], from_address text, request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM recovery_codes WHERE subject_id = subject;
  INSERT INTO recovery_codes (subject_id, code_hash) SELECT subject, unnest(code_hashes);
  PERFORM record_own_factor(subject, 'recovery-codes-renewed', from_address, request);
END $$;

-- Uses a recovery code up. How many are left, or null when it was none.
CREATE FUNCTION take_recovery_code(subject uuid, used_hash bytea) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH used AS (
    DELETE FROM recovery_codes WHERE subject_id = subject AND code_hash = used_hash RETURNING 1
  )
  SELECT (count(*) - 1)::int FROM recovery_codes
  WHERE subject_id = subject AND EXISTS (SELECT FROM used)
  HAVING count(*) > 0
$$;

-- Switches off, and forgets the secret and the recovery codes.
CREATE FUNCTION remove_second_factor(subject uuid, from_address text, request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM second_factors WHERE subject_id = subject;
  IF FOUND THEN PERFORM record_own_factor(subject, 'two-factor-off', from_address, request); END IF;
END $$;

REVOKE ALL ON FUNCTION
  record_about_administrator(uuid, text, text, text, uuid, text, jsonb, jsonb),
  require_administrator(uuid[]),
  record_own_factor(uuid, text, text, text),
  lock_administrator(uuid),
  lock_standing(uuid[]),
  add_administrator(uuid, text, text, text, text, boolean, uuid, uuid, text, text, text),
  change_administrator(uuid, uuid, text, text, text, uuid, text, text, text),
  set_administrator_password(uuid, text, text, text, text),
  give_temporary_password(uuid, uuid, text, text, text, text),
  reset_second_factor(uuid, uuid, text, text, text),
  start_second_factor(uuid, bytea),
  lock_second_factor(uuid),
  switch_on_second_factor(uuid, bigint, bytea[], text, text),
  take_second_factor_step(uuid, bigint),
  renew_recovery_codes(uuid, bytea[], text, text),
  take_recovery_code(uuid, bytea),
  remove_second_factor(uuid, text, text)
FROM public;
GRANT EXECUTE ON FUNCTION
  lock_administrator(uuid),
  lock_standing(uuid[]),
  add_administrator(uuid, text, text, text, text, boolean, uuid, uuid, text, text, text),
  change_administrator(uuid, uuid, text, text, text, uuid, text, text, text),
  set_administrator_password(uuid, text, text, text, text),
  give_temporary_password(uuid, uuid, text, text, text, text),
  reset_second_factor(uuid, uuid, text, text, text),
  start_second_factor(uuid, bytea),
  lock_second_factor(uuid),
  switch_on_second_factor(uuid, bigint, bytea[], text, text),
  take_second_factor_step(uuid, bigint),
  renew_recovery_codes(uuid, bytea[], text, text),
  take_recovery_code(uuid, bytea),
  remove_second_factor(uuid, text, text)
TO zawadi_app;

REVOKE INSERT ON administrators FROM zawadi_app;
REVOKE UPDATE (password_hash, session_version, must_change_password, temporary_password_until)
  ON administrators FROM zawadi_app;
REVOKE INSERT, DELETE ON second_factors, recovery_codes FROM zawadi_app;
REVOKE UPDATE (secret_sealed, enabled_at, last_step) ON second_factors FROM zawadi_app;
