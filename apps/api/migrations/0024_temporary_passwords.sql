-- A password that somebody else has made lies in a mailbox or on a screen, so it is good for three days only. Whoever
-- has replaced it is not concerned: this counts while must_change_password is set, and begins anew with every password.
ALTER TABLE administrators
  ADD COLUMN temporary_password_until timestamptz NOT NULL DEFAULT now() + interval '72 hours';
ALTER TABLE merchant_staff
  ADD COLUMN temporary_password_until timestamptz NOT NULL DEFAULT now() + interval '72 hours';
GRANT UPDATE (temporary_password_until) ON administrators, merchant_staff TO zawadi_app;

-- Who let somebody in among the operator's people, or gave them another role, and when: for a day the two do not count
-- as two people. Nobody for those whom a command on the server has made.
ALTER TABLE administrators
  ADD COLUMN let_in_by uuid REFERENCES administrators,
  ADD COLUMN let_in_at timestamptz,
  ADD CHECK ((let_in_by IS NULL) = (let_in_at IS NULL)),
  ADD CHECK (let_in_by <> id);

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
      SELECT coalesce(new_role <> a.staff_role, false) OR coalesce(new_status = 'ACTIVE' AND a.status <> 'ACTIVE', false)
        AS lets_in
      FROM administrators a WHERE a.id = person
    ) before
    WHERE id = person AND person <> changer
      AND EXISTS (
        SELECT FROM administrators WHERE id = changer AND staff_role = 'administrator' AND status = 'ACTIVE'
      )
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM changed)
$$;
