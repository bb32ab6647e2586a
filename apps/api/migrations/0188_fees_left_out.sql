-- A version of the fees that leaves them out changes them, too.
CREATE OR REPLACE FUNCTION write_setting(
  version uuid, setting text, new_value jsonb, from_when timestamptz, why text, administrator uuid, approval uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counts_from timestamptz := coalesce(from_when, moment());
  approved_by uuid;
  former jsonb;
BEGIN
  PERFORM require_administrator(administrator);
  IF counts_from < moment() THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'a setting cannot be dated back';
  END IF;
  SELECT id INTO approved_by FROM approvals
  WHERE id = approval AND closed_as = 'APPROVED' AND closed_at = moment() AND closed_by <> requested_by
    AND kind = CASE WHEN starts_with(setting, 'template/') THEN 'template-wording' ELSE setting END;
  IF setting = 'fees-and-limits' AND approved_by IS NULL THEN
    SELECT value INTO former FROM setting_versions
    WHERE name = setting AND effective_from <= counts_from AND withdrawn_at IS NULL
    ORDER BY effective_from DESC, changed_at DESC, id DESC LIMIT 1;
    IF former IS NOT NULL AND (new_value->'fees' IS DISTINCT FROM former->'fees'
      OR coalesce((new_value->>'approvalFrom')::numeric > (former->>'approvalFrom')::numeric, former ? 'approvalFrom')
      OR coalesce((new_value->>'automaticUpTo')::numeric > (former->>'automaticUpTo')::numeric, former ? 'automaticUpTo'))
    THEN
      RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'two administrators have not approved this';
    END IF;
  END IF;
  INSERT INTO setting_versions (id, name, value, effective_from, reason, changed_by, approval_id)
  VALUES (version, setting, new_value, counts_from, why, administrator, approved_by);
END $$;
