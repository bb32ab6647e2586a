-- A database that was brought back to an earlier moment does not know what happened after it: pay-outs that were made,
-- vouchers that were spent. From the restore until an operator opens it again no order leaves, and only administrators
-- get in. One row for each restore.
CREATE TABLE restores (
  id uuid PRIMARY KEY,
  restored_at timestamptz NOT NULL DEFAULT moment(),
  -- What the database knows ends here.
  known_until timestamptz NOT NULL,
  -- What fell due up to here may have been done by the system that was lost.
  ran_until timestamptz NOT NULL CHECK (ran_until >= known_until),
  opened_at timestamptz
);
CREATE UNIQUE INDEX restores_not_opened ON restores ((true)) WHERE opened_at IS NULL;
GRANT SELECT ON restores TO zawadi_app;
