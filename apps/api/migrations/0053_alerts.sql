-- What needs an administrator and would otherwise be seen too late: one row from the first sign to the end of each trouble.
CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Which of several of its kind; empty where there is one.
  subject text NOT NULL DEFAULT '',
  details jsonb NOT NULL,
  first_at timestamptz NOT NULL DEFAULT moment(),
  last_at timestamptz NOT NULL DEFAULT moment(),
  acknowledged_at timestamptz,
  acknowledged_by uuid REFERENCES administrators (id),
  resolved_at timestamptz,
  mailed_at timestamptz,
  -- What the operator's own system was last told of it.
  posted_as text CHECK (posted_as IN ('raised', 'resolved')),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX alerts_by_time ON alerts (first_at DESC, id DESC);
GRANT SELECT, INSERT ON alerts TO zawadi_app;
GRANT UPDATE (details, last_at, acknowledged_at, acknowledged_by, resolved_at, mailed_at, posted_as) ON alerts TO zawadi_app;
