-- Who asked for something is told once how it ended. What has ended before is not told of.
ALTER TABLE approvals ADD COLUMN asker_told_at timestamptz;
UPDATE approvals SET asker_told_at = closed_at WHERE closed_as IS NOT NULL;
CREATE INDEX approvals_asker_not_told ON approvals (closed_at) WHERE closed_as IS NOT NULL AND asker_told_at IS NULL;
GRANT UPDATE (asker_told_at) ON approvals TO zawadi_app;
