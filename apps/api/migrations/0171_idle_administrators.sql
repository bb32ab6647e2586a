-- A session of an administrator expires 30 minutes after the last act of a person, and at this moment at the latest. Null for
-- others, whose sessions live as long as they were opened for.
ALTER TABLE sessions ADD COLUMN extendable_until timestamptz CHECK (extendable_until >= expires_at);
UPDATE sessions SET extendable_until = expires_at, expires_at = least(expires_at, moment() + interval '30 minutes')
WHERE audience = 'admin' AND ended_at IS NULL AND expires_at > moment();

-- As before, with the shorter life of administrators.
CREATE OR REPLACE FUNCTION open_session(
  session uuid, of_audience text, subject uuid, version integer, from_address text, agent text, lifetime_hours integer,
  first_token bytea, request text, device_key text DEFAULT NULL
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  ends_at timestamptz := moment() + make_interval(hours => lifetime_hours);
  failed integer;
BEGIN
  IF NOT may_have_session(of_audience, subject, version) THEN RETURN false; END IF;
  INSERT INTO sessions (
    id, audience, subject_id, session_version, address, user_agent, expires_at, extendable_until, key_thumbprint
  ) VALUES (
    session, of_audience, subject, version, from_address, agent,
    CASE of_audience WHEN 'admin' THEN least(ends_at, moment() + interval '30 minutes') ELSE ends_at END,
    CASE of_audience WHEN 'admin' THEN ends_at END,
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

-- The new session is as proven as the one before: a new password is no second factor.
CREATE OR REPLACE FUNCTION continue_session(
  session uuid, continued uuid, first_token bytea, from_address text, request text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  former sessions;
BEGIN
  UPDATE sessions SET ended_at = moment(), end_reason = 'signed-out'
  WHERE id = continued AND ended_at IS NULL AND expires_at > moment() RETURNING * INTO former;
  IF NOT FOUND OR NOT may_have_session(former.audience, former.subject_id, former.session_version + 1) THEN
    RETURN false;
  END IF;
  INSERT INTO sessions (
    id, audience, subject_id, session_version, address, user_agent, expires_at, extendable_until, key_thumbprint,
    proven_at
  ) VALUES (
    session, former.audience, former.subject_id, former.session_version + 1, former.address, former.user_agent,
    former.expires_at, former.extendable_until, former.key_thumbprint, former.proven_at
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

-- A renewal is no act of a person: it extends nothing, and an expired session is not renewed.
CREATE OR REPLACE FUNCTION renew_session(presented text, successor bytea, device_key text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  renewed uuid;
BEGIN
  UPDATE refresh_tokens t SET rotated_at = clock_moment() FROM sessions s
  WHERE t.token_hash = sha256(convert_to(presented, 'UTF8')) AND t.rotated_at IS NULL AND s.id = t.session_id
    AND s.ended_at IS NULL AND s.expires_at > moment()
  RETURNING s.id INTO renewed;
  IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'no token to renew by'; END IF;
  INSERT INTO refresh_tokens (token_hash, session_id) VALUES (successor, renewed);
  UPDATE sessions SET last_used_at = moment(), key_thumbprint = device_key WHERE id = renewed;
END $$;

-- Notes an act of the administrator whose session it is. One that has expired stays so.
CREATE FUNCTION extend_session(session uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE sessions SET expires_at = least(moment() + interval '30 minutes', extendable_until)
  WHERE id = session AND extendable_until IS NOT NULL AND ended_at IS NULL AND expires_at > moment()
$$;

REVOKE ALL ON FUNCTION extend_session(uuid) FROM public;
GRANT EXECUTE ON FUNCTION extend_session(uuid) TO zawadi_app;
