-- Browsers that have signed in to an account. What strangers guess does not hold them up. It opens nothing: password and
-- second factor are asked for as ever.
CREATE TABLE known_devices (
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  audience text NOT NULL CHECK (audience IN ('consumer', 'merchant', 'admin')),
  subject_id uuid NOT NULL,
  known_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, audience, subject_id)
);
CREATE INDEX known_devices_by_subject ON known_devices (subject_id, audience);
CREATE INDEX known_devices_by_age ON known_devices (known_at);
GRANT SELECT, INSERT, DELETE ON known_devices TO zawadi_app;
GRANT UPDATE (known_at) ON known_devices TO zawadi_app;
