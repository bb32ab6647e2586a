-- How often each caller has called within its present minute, for all processes together. Unlogged: a count is worth less
-- than its minute, and without the log of changes its commits wait for no disk. After a crash or on a new leader it is empty.
CREATE UNLOGGED TABLE call_counts (
  key bytea PRIMARY KEY,
  since timestamptz NOT NULL,
  used bigint NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON call_counts TO zawadi_app;

-- The files of lists that are being made, for all processes together: a tenant has a few places. A lease, because a process
-- that dies leaves without a word.
CREATE UNLOGGED TABLE export_places (
  tenant bytea NOT NULL,
  place integer NOT NULL,
  holder uuid NOT NULL,
  held_until timestamptz NOT NULL,
  PRIMARY KEY (tenant, place)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON export_places TO zawadi_app;
