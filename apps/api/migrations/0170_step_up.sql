-- When a session last proved more than its token: by its sign-in, then by each step-up. Renewals do not count.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
UPDATE sessions SET proven_at = created_at;
ALTER TABLE sessions ALTER COLUMN proven_at SET DEFAULT moment(), ALTER COLUMN proven_at SET NOT NULL;

CREATE FUNCTION prove_session(session uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE sessions SET proven_at = moment() WHERE id = session AND ended_at IS NULL AND expires_at > moment()
$$;

-- As before, and as proven as the session that goes on: a new password is no second factor.
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
    id, audience, subject_id, session_version, address, user_agent, expires_at, key_thumbprint, proven_at
  ) VALUES (
    session, former.audience, former.subject_id, former.session_version + 1, former.address, former.user_agent,
    former.expires_at, former.key_thumbprint, former.proven_at
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

REVOKE ALL ON FUNCTION prove_session(uuid) FROM public;
GRANT EXECUTE ON FUNCTION prove_session(uuid) TO zawadi_app;
