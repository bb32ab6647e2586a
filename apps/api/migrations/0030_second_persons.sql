-- Who has let whom in among the operator's people, by adding, enabling or raising them. Kept for good, also when another
-- administrator gives the next role: the two are never maker and checker of the same thing.
CREATE TABLE administrator_admissions (
  administrator_id uuid NOT NULL REFERENCES administrators,
  let_in_by uuid NOT NULL REFERENCES administrators,
  let_in_at timestamptz NOT NULL,
  PRIMARY KEY (administrator_id, let_in_by),
  CHECK (administrator_id <> let_in_by)
);
INSERT INTO administrator_admissions
  SELECT id, let_in_by, let_in_at FROM administrators WHERE let_in_by IS NOT NULL;
GRANT SELECT ON administrator_admissions TO zawadi_app;

CREATE FUNCTION note_admission() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.let_in_by IS NOT NULL THEN
    INSERT INTO administrator_admissions (administrator_id, let_in_by, let_in_at)
      VALUES (NEW.id, NEW.let_in_by, NEW.let_in_at) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION note_admission() FROM public;
CREATE TRIGGER administrators_note_admission AFTER INSERT OR UPDATE OF let_in_by ON administrators
  FOR EACH ROW EXECUTE FUNCTION note_admission();

-- As it counts for good now, a lower role lets nobody in.
CREATE OR REPLACE FUNCTION change_administrator(
  person uuid, changer uuid, new_name text, new_role text, new_status text
) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH changed AS (
    UPDATE administrators SET name = coalesce(new_name, name), staff_role = coalesce(new_role, staff_role),
      status = coalesce(new_status, status),
      session_version = session_version + CASE WHEN new_status = 'DISABLED' THEN 1 ELSE 0 END,
      let_in_by = CASE WHEN lets_in THEN changer ELSE let_in_by END,
      let_in_at = CASE WHEN lets_in THEN now() ELSE let_in_at END
    FROM (
      SELECT
        coalesce(array_position(ranks, new_role) > array_position(ranks, a.staff_role), false)
          OR coalesce(new_status = 'ACTIVE' AND a.status <> 'ACTIVE', false) AS lets_in
      FROM administrators a, (SELECT ARRAY['read-only', 'support', 'finance', 'administrator'] AS ranks) r
      WHERE a.id = person
    ) before
    WHERE id = person AND person <> changer
      AND EXISTS (
        SELECT FROM administrators WHERE id = changer AND staff_role = 'administrator' AND status = 'ACTIVE'
      )
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM changed)
$$;

-- What administrators did about money without a second one; what one of them did within a day counts together.
CREATE TABLE lone_decisions (
  id uuid PRIMARY KEY,
  administrator_id uuid NOT NULL REFERENCES administrators,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,39}$'),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  decided_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lone_decisions_of_administrator ON lone_decisions (administrator_id, decided_at);
GRANT SELECT, INSERT ON lone_decisions TO zawadi_app;

-- How the money would move, in words that checker and audit log read. What is approved is what happens: a request whose
-- amount or way has changed since is outdated, and has to be made again.
ALTER TABLE approvals ADD COLUMN way text CHECK (length(way) BETWEEN 1 AND 300);
ALTER TABLE approvals DROP CONSTRAINT approvals_closed_as_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_closed_as_check
  CHECK (closed_as IN ('APPROVED', 'REJECTED', 'EXPIRED', 'OUTDATED'));
