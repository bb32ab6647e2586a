-- Sessions are opened, renewed and ended by these functions only: for an account in good order, by whoever has the token
-- and not just its hash. Those of administrators are in the audit log.

-- What went wrong at the sign-in of an administrator, by day; sums, because a stranger must not fill the audit log.
CREATE TABLE administrator_failures (
  administrator_id uuid NOT NULL REFERENCES administrators,
  what text NOT NULL CHECK (what IN ('sign-in-failed', 'second-factor-failed', 'locked-out')),
  since timestamptz NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 1,
  PRIMARY KEY (administrator_id, what)
);

-- An entry for the first, the tenth, the hundredth within a day. Nothing for an account that does not exist.
CREATE FUNCTION note_administrator_failure(person uuid, what_failed text, from_address text, request text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  noted administrator_failures;
BEGIN
  IF NOT EXISTS (SELECT FROM administrators WHERE id = person) THEN RETURN; END IF;
  INSERT INTO administrator_failures AS f (administrator_id, what) VALUES (person, what_failed)
  ON CONFLICT (administrator_id, what) DO UPDATE SET
    failures = CASE WHEN f.since < now() - interval '1 day' THEN 1 ELSE f.failures + 1 END,
    since = CASE WHEN f.since < now() - interval '1 day' THEN now() ELSE f.since END
  RETURNING * INTO noted;
  IF noted.failures IN (1, 10, 100, 1000, 10000, 100000) THEN
    PERFORM append_audit(
      NULL, 'Unknown', from_address, request, 'staff.' || what_failed, 'staff', person::text, '', '{}',
      jsonb_build_object('failures', noted.failures, 'since', noted.since)
    );
  END IF;
END $$;

CREATE FUNCTION may_have_session(of_audience text, subject uuid, version integer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE of_audience
    WHEN 'consumer' THEN EXISTS (
      SELECT FROM users WHERE id = subject AND session_version = version AND status = 'ACTIVE'
    )
    WHEN 'merchant' THEN EXISTS (
      SELECT FROM merchant_staff s JOIN merchants m ON m.id = s.merchant_id
      WHERE s.id = subject AND s.session_version = version AND s.status = 'ACTIVE' AND m.status IN ('PENDING', 'ACTIVE')
    )
    WHEN 'admin' THEN EXISTS (
      SELECT FROM administrators WHERE id = subject AND session_version = version AND status = 'ACTIVE'
    )
    ELSE false
  END
$$;

-- The session and its first refresh token. False when the account is in no order for it.
CREATE FUNCTION open_session(
  session uuid, of_audience text, subject uuid, version integer, from_address text, agent text, lifetime_hours integer,
  first_token bytea, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  failed integer;
BEGIN
  IF NOT may_have_session(of_audience, subject, version) THEN RETURN false; END IF;
  INSERT INTO sessions (id, audience, subject_id, session_version, address, user_agent, expires_at)
  VALUES (
    session, of_audience, subject, version, from_address, agent, now() + make_interval(hours => lifetime_hours)
  );
  INSERT INTO refresh_tokens (token_hash, session_id) VALUES (first_token, session);
  IF of_audience = 'admin' THEN
    WITH noted AS (DELETE FROM administrator_failures WHERE administrator_id = subject RETURNING failures)
    SELECT coalesce(sum(failures), 0) INTO failed FROM noted;
    PERFORM record_about_administrator(
      subject, from_address, request, 'staff.signed-in', subject, '', '{}',
      jsonb_build_object('sessionId', session, 'failuresBefore', failed)
    );
  END IF;
  RETURN true;
END $$;

-- Goes on in a new session, of the present version and until the same end, and closes the old one. False when that was
-- closed, or is older than the change that ended all others.
CREATE FUNCTION continue_session(
  session uuid, continued uuid, first_token bytea, from_address text, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  former sessions;
BEGIN
  UPDATE sessions SET ended_at = now(), end_reason = 'signed-out'
  WHERE id = continued AND ended_at IS NULL AND expires_at > now() RETURNING * INTO former;
  IF NOT FOUND OR NOT may_have_session(former.audience, former.subject_id, former.session_version + 1) THEN
    RETURN false;
  END IF;
  INSERT INTO sessions (id, audience, subject_id, session_version, address, user_agent, expires_at)
  VALUES (
    session, former.audience, former.subject_id, former.session_version + 1, former.address, former.user_agent,
    former.expires_at
  );
  INSERT INTO refresh_tokens (token_hash, session_id) VALUES (first_token, session);
  IF former.audience = 'admin' THEN
    PERFORM record_about_administrator(
      former.subject_id, from_address, request, 'staff.session-continued', former.subject_id, '', '{}',
      jsonb_build_object('sessionId', session, 'continues', continued)
    );
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION lock_session_of_token(presented_hash bytea) RETURNS SETOF sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT * FROM sessions WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = presented_hash) FOR UPDATE
$$;

-- Takes the token itself: who reads the table of hashes renews nothing with it.
CREATE FUNCTION renew_session(presented text, successor bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  renewed uuid;
BEGIN
  UPDATE refresh_tokens t SET rotated_at = clock_timestamp() FROM sessions s
  WHERE t.token_hash = sha256(convert_to(presented, 'UTF8')) AND t.rotated_at IS NULL AND s.id = t.session_id
    AND s.ended_at IS NULL
  RETURNING s.id INTO renewed;
  IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'no token to renew by'; END IF;
  INSERT INTO refresh_tokens (token_hash, session_id) VALUES (successor, renewed);
  UPDATE sessions SET last_used_at = now() WHERE id = renewed;
END $$;

CREATE FUNCTION end_session_of_token(presented text, reason text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE sessions SET ended_at = now(), end_reason = reason
  WHERE ended_at IS NULL
    AND id = (SELECT session_id FROM refresh_tokens WHERE token_hash = sha256(convert_to(presented, 'UTF8')))
$$;

-- One session of an account, or all of them. False when there was none.
CREATE FUNCTION end_sessions(of_audience text, subject uuid, only_one uuid, from_address text, request text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE sessions SET ended_at = now(), end_reason = 'signed-out'
  WHERE subject_id = subject AND audience = of_audience AND ended_at IS NULL
    AND (only_one IS NULL OR (id = only_one AND expires_at > now()));
  IF NOT FOUND THEN RETURN false; END IF;
  IF of_audience = 'admin' THEN
    PERFORM record_about_administrator(
      subject, from_address, request, 'staff.device-signed-out', subject, '', '{}',
      jsonb_build_object('deviceId', coalesce(only_one::text, 'all'))
    );
  END IF;
  RETURN true;
END $$;

-- Of a consumer whose account goes, or passes to whoever proves the address.
CREATE FUNCTION forget_sessions_of_user(person uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM sessions WHERE subject_id = person AND audience = 'consumer'
$$;

-- Those 30 days past their time, but for the last one of each account: it is the last login.
CREATE FUNCTION forget_old_sessions() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM sessions s
  WHERE s.expires_at < now() - interval '30 days' AND EXISTS (
    SELECT FROM sessions newer
    WHERE newer.subject_id = s.subject_id AND newer.audience = s.audience AND newer.created_at > s.created_at
  )
$$;

REVOKE ALL ON FUNCTION
  may_have_session(text, uuid, integer),
  note_administrator_failure(uuid, text, text, text),
  open_session(uuid, text, uuid, integer, text, text, integer, bytea, text),
  continue_session(uuid, uuid, bytea, text, text),
  lock_session_of_token(bytea),
  renew_session(text, bytea),
  end_session_of_token(text, text),
  end_sessions(text, uuid, uuid, text, text),
  forget_sessions_of_user(uuid),
  forget_old_sessions()
FROM public;
GRANT EXECUTE ON FUNCTION
  note_administrator_failure(uuid, text, text, text),
  open_session(uuid, text, uuid, integer, text, text, integer, bytea, text),
  continue_session(uuid, uuid, bytea, text, text),
  lock_session_of_token(bytea),
  renew_session(text, bytea),
  end_session_of_token(text, text),
  end_sessions(text, uuid, uuid, text, text),
  forget_sessions_of_user(uuid),
  forget_old_sessions()
TO zawadi_app;

REVOKE INSERT, DELETE ON sessions, refresh_tokens FROM zawadi_app;
REVOKE UPDATE (last_used_at, ended_at, end_reason) ON sessions FROM zawadi_app;
REVOKE UPDATE (rotated_at) ON refresh_tokens FROM zawadi_app;
