-- What people of ours did, in an order nobody can change unnoticed: every entry carries the hash of the one before.
-- The application may add entries and read them, and nothing else.

CREATE TABLE audit_log (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at timestamptz NOT NULL,
  -- Nobody when the system itself, or a command on the server, did it.
  actor_id uuid,
  actor_name text NOT NULL,
  address text NOT NULL,
  request_id text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$'),
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, seq DESC);
CREATE INDEX audit_log_by_subject ON audit_log (subject_kind, subject_id, seq DESC);
CREATE INDEX audit_log_by_action ON audit_log (action text_pattern_ops, seq DESC);
CREATE INDEX audit_log_by_moment ON audit_log (at);

-- The end of the chain. Its lock puts entries in order, so an entry is the last thing its transaction writes.
CREATE TABLE audit_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

-- jsonb_build_array keeps the fields apart, so that no two entries have the same text.
CREATE FUNCTION audit_hash(entry audit_log) RETURNS bytea LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), entry.seq,
    (extract(epoch FROM entry.at) * 1000000)::bigint,
    entry.actor_id, entry.actor_name, entry.address, entry.request_id, entry.action, entry.subject_kind,
    entry.subject_id, entry.reason, entry.before, entry.after
  )::text, 'UTF8'))
$$;

CREATE FUNCTION append_audit(
  actor_id uuid, actor_name text, address text, request_id text, action text, subject_kind text, subject_id text,
  reason text, before jsonb, after jsonb
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head audit_head;
  entry audit_log;
BEGIN
  SELECT * INTO head FROM audit_head FOR UPDATE;
  entry := ROW(
    head.seq + 1, clock_timestamp(), actor_id, actor_name, address, request_id, action, subject_kind, subject_id,
    reason, before, after, head.hash, NULL
  );
  entry.hash := audit_hash(entry);
  INSERT INTO audit_log SELECT entry.*;
  UPDATE audit_head SET seq = entry.seq, hash = entry.hash;
  RETURN entry.seq;
END $$;

-- The first entries that do not follow from the one before, and whether the end is where it should be.
CREATE FUNCTION verify_audit(OUT entries bigint, OUT broken_at bigint, OUT head_hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH checked AS (
    SELECT l.seq,
      l.hash = audit_hash(l)
      AND l.previous_hash = coalesce(lag(l.hash) OVER (ORDER BY l.seq), decode(repeat('00', 32), 'hex'))
      AND l.seq = coalesce(lag(l.seq) OVER (ORDER BY l.seq), 0) + 1 AS is_sound
    FROM audit_log l
  )
  SELECT (SELECT count(*) FROM checked),
    coalesce(
      (SELECT min(seq) FROM checked WHERE NOT is_sound),
      (
        SELECT least(h.seq, last.seq) + 1
        FROM audit_head h
        LEFT JOIN LATERAL (SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1) last ON true
        WHERE (h.seq, h.hash) IS DISTINCT FROM (coalesce(last.seq, 0), coalesce(last.hash, decode(repeat('00', 32), 'hex')))
      )
    ),
    (SELECT hash FROM audit_head)
$$;

REVOKE ALL ON FUNCTION audit_hash(audit_log), verify_audit(),
  append_audit(uuid, text, text, text, text, text, text, text, jsonb, jsonb) FROM PUBLIC;
GRANT SELECT ON audit_log TO zawadi_app;
GRANT EXECUTE ON FUNCTION verify_audit(),
  append_audit(uuid, text, text, text, text, text, text, text, jsonb, jsonb) TO zawadi_app;
