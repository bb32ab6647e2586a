-- Whom a merchant is reached at, features and settings change by these functions only. Each of them knows who decides, and
-- where two administrators are needed sees their approval in the same transaction.

-- By an administrator, with the approval where address or number change; or by a member of the merchant: the address only by
-- the owner, who uses up the code that went to it. Nulls leave things as they are. False when there is no such code.
CREATE FUNCTION change_merchant_contact(
  merchant uuid, new_name text, new_email text, new_phone text, administrator uuid, approval uuid, member uuid, right_code uuid
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_moved boolean;
BEGIN
  SELECT coalesce(new_email <> contact_email, false) OR coalesce(new_phone <> contact_phone_msisdn, false)
    INTO is_moved FROM merchants WHERE id = merchant FOR NO KEY UPDATE;
  IF administrator IS NOT NULL THEN
    PERFORM require_administrator(administrator);
    IF is_moved AND NOT (
      is_being_approved(approval, 'merchant-contact', merchant) AND EXISTS (
        SELECT FROM approvals
        WHERE id = approval AND (new_email IS NULL OR input->>'contactEmail' = new_email)
          AND (new_phone IS NULL OR input->>'contactPhoneNumber' = new_phone)
      )
    ) THEN
      RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'two administrators have not approved this';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM merchant_staff
    WHERE id = member AND merchant_id = merchant AND status = 'ACTIVE'
      AND (staff_role = 'owner' OR (staff_role = 'manager' AND new_email IS NULL))
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'not a member who may change this';
  ELSIF new_email IS NOT NULL THEN
    DELETE FROM one_time_codes
    WHERE id = right_code AND purpose = 'contact-email' AND subject_id = member AND target = new_email;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  UPDATE merchants SET
    contact_name = coalesce(new_name, contact_name),
    contact_email_changed_at = CASE WHEN new_email <> contact_email THEN moment() ELSE contact_email_changed_at END,
    contact_email = coalesce(new_email, contact_email),
    contact_phone_msisdn = coalesce(new_phone, contact_phone_msisdn),
    updated_at = moment()
  WHERE id = merchant;
  RETURN true;
END $$;

-- As `restore_email`, of a merchant's contact: not of a change by administrators.
CREATE FUNCTION restore_merchant_email(change uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH restored AS (
    UPDATE merchants m SET contact_email = c.former, contact_email_changed_at = c.former_changed_at, updated_at = moment()
    FROM contact_changes c
    WHERE c.id = change AND c.audience = 'merchant' AND c.kind = 'email' AND c.expires_at > moment()
      AND c.taken_back_at IS NULL AND NOT c.is_by_administrator AND m.id = c.subject_id
    RETURNING m.id
  )
  SELECT EXISTS (SELECT FROM restored)
$$;

-- With its entry in the history. False when the feature was so before.
CREATE FUNCTION turn_feature(feature text, new_is_on boolean, change uuid, why text, administrator uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_administrator(administrator);
  UPDATE feature_switches SET is_on = new_is_on WHERE name = feature AND is_on <> new_is_on;
  IF NOT FOUND THEN
    IF NOT new_is_on THEN RETURN false; END IF;
    INSERT INTO feature_switches (name, is_on) VALUES (feature, true) ON CONFLICT (name) DO NOTHING;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  -- Not moment(): a transaction that waited for the lock would be dated before the change it waited for.
  INSERT INTO feature_switch_changes (id, name, is_on, reason, changed_by, changed_at)
  VALUES (change, feature, new_is_on, why, administrator, clock_moment());
  RETURN true;
END $$;

ALTER TABLE setting_versions ADD COLUMN approval_id uuid REFERENCES approvals;

-- In force from now on, or from a moment to come: never from one that is over. Other fees, and higher amounts that one
-- administrator decides about alone, need two wherever a version says what they were.
CREATE FUNCTION write_setting(
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

-- Only what is still to come. False for any other.
CREATE FUNCTION withdraw_setting(version uuid, administrator uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_administrator(administrator);
  UPDATE setting_versions SET withdrawn_at = moment()
  WHERE id = version AND withdrawn_at IS NULL AND effective_from > moment();
  RETURN FOUND;
END $$;

REVOKE ALL ON FUNCTION
  change_merchant_contact(uuid, text, text, text, uuid, uuid, uuid, uuid), restore_merchant_email(uuid),
  turn_feature(text, boolean, uuid, text, uuid), write_setting(uuid, text, jsonb, timestamptz, text, uuid, uuid),
  withdraw_setting(uuid, uuid)
FROM public;
GRANT EXECUTE ON FUNCTION
  change_merchant_contact(uuid, text, text, text, uuid, uuid, uuid, uuid), restore_merchant_email(uuid),
  turn_feature(text, boolean, uuid, text, uuid), write_setting(uuid, text, jsonb, timestamptz, text, uuid, uuid),
  withdraw_setting(uuid, uuid)
TO zawadi_app;
REVOKE UPDATE (contact_name, contact_email, contact_phone_msisdn, contact_email_changed_at) ON merchants FROM zawadi_app;
REVOKE INSERT, UPDATE (is_on) ON feature_switches FROM zawadi_app;
REVOKE INSERT ON feature_switch_changes FROM zawadi_app;
REVOKE INSERT, UPDATE (withdrawn_at) ON setting_versions FROM zawadi_app;
