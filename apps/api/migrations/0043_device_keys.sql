-- A session may be bound to a key that never leaves the device (RFC 9449). The version before this one goes on working: the
-- new argument of the functions has a default.

-- RFC 7638, base64url.
ALTER TABLE sessions ADD COLUMN key_thumbprint text CHECK (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$');

-- Also when another function, or the owner of the table, tries.
CREATE FUNCTION keep_key_thumbprint() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'the session is bound to another key';
END $$;
CREATE TRIGGER keep_key_thumbprint BEFORE UPDATE OF key_thumbprint ON sessions
FOR EACH ROW WHEN (OLD.key_thumbprint IS NOT NULL AND NEW.key_thumbprint IS DISTINCT FROM OLD.key_thumbprint)
EXECUTE FUNCTION keep_key_thumbprint();

DROP FUNCTION open_session(uuid, text, uuid, integer, text, text, integer, bytea, text);
CREATE FUNCTION open_session(
  session uuid, of_audience text, subject uuid, version integer, from_address text, agent text, lifetime_hours integer,
  first_token bytea, request text, device_key text DEFAULT NULL
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  failed integer;
BEGIN
  IF NOT may_have_session(of_audience, subject, version) THEN RETURN false; END IF;
  INSERT INTO sessions (id, audience, subject_id, session_version, address, user_agent, expires_at, key_thumbprint)
  VALUES (
    session, of_audience, subject, version, from_address, agent, now() + make_interval(hours => lifetime_hours),
    device_key
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

-- As before, and with the key of the session that goes on.
CREATE OR REPLACE FUNCTION continue_session(
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
  INSERT INTO sessions (id, audience, subject_id, session_version, address, user_agent, expires_at, key_thumbprint)
  VALUES (
    session, former.audience, former.subject_id, former.session_version + 1, former.address, former.user_agent,
    former.expires_at, former.key_thumbprint
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

-- Binds the session to the key when it has none. A bound one is renewed with its own key only.
DROP FUNCTION renew_session(text, bytea);
CREATE FUNCTION renew_session(presented text, successor bytea, device_key text DEFAULT NULL) RETURNS void
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
  UPDATE sessions SET last_used_at = now(), key_thumbprint = device_key WHERE id = renewed;
END $$;

REVOKE ALL ON FUNCTION
  open_session(uuid, text, uuid, integer, text, text, integer, bytea, text, text),
  renew_session(text, bytea, text)
FROM public;
GRANT EXECUTE ON FUNCTION
  open_session(uuid, text, uuid, integer, text, text, integer, bytea, text, text),
  renew_session(text, bytea, text)
TO zawadi_app;
