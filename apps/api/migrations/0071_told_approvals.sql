-- Why a request needs a second administrator, and what those who may decide about it were told.
ALTER TABLE approvals
  -- The rule as it was when it was asked; null for what was asked before this was kept.
  ADD COLUMN because text CHECK (because IN ('always', 'amount', 'day')),
  ADD COLUMN from_cents bigint CHECK (from_cents >= 0),
  -- What counted together with it.
  ADD COLUMN alone_cents bigint CHECK (alone_cents >= 0),
  -- By mail: that it waits, and that it is about to lapse.
  ADD COLUMN told_at timestamptz,
  ADD COLUMN reminded_at timestamptz;

CREATE INDEX approvals_waiting ON approvals (expires_at) WHERE closed_as IS NULL;

GRANT UPDATE (told_at, reminded_at) ON approvals TO zawadi_app;
