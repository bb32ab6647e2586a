-- When a session last proved more than its token: by its sign-in, then by each step-up. Renewals do not count.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
UPDATE sessions SET proven_at = created_at;
ALTER TABLE sessions ALTER COLUMN proven_at SET DEFAULT moment(), ALTER COLUMN proven_at SET NOT NULL;

CREATE FUNCTION prove_session(session uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE sessions SET proven_at = moment() WHERE id = session AND ended_at IS NULL AND expires_at > moment()
$$;

REVOKE ALL ON FUNCTION prove_session(uuid) FROM public;
GRANT EXECUTE ON FUNCTION prove_session(uuid) TO zawadi_app;
