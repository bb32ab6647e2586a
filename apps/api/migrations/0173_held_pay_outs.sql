-- Two people decide where money goes, also where the change comes from the shop's own owner: within 7 days of another contact,
-- a reset of the owner or money by hand, a channel waits until two administrators have released it. A former contact that
-- says "this was not me" holds the settlements until two have looked.

-- The product opens some requests by itself, without a requester. The first administrator who approves becomes the requester.
ALTER TABLE approvals
  ALTER COLUMN requested_by DROP NOT NULL,
  ADD CONSTRAINT approvals_need_requester CHECK (closed_as IS DISTINCT FROM 'APPROVED' OR requested_by IS NOT NULL);
REVOKE INSERT ON approvals FROM zawadi_app;
GRANT INSERT (
  id, kind, subject_kind, subject_id, summary, amount_cents, way, reason, input, requested_by, expires_at, because,
  from_cents, alone_cents
) ON approvals TO zawadi_app;

-- Records the first approval and has the other administrators notified again. False when the request has a requester already.
CREATE FUNCTION approve_first(request uuid, administrator uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_administrator(administrator);
  UPDATE approvals SET requested_by = administrator, told_at = NULL, reminded_at = NULL
  WHERE id = request AND requested_by IS NULL AND closed_as IS NULL;
  RETURN FOUND;
END $$;

-- Whether two administrators approve this in the present transaction: an approval of earlier decides nothing any more.
CREATE FUNCTION is_being_approved(request uuid, of_kind text, about uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM approvals
    WHERE id = request AND kind = of_kind AND subject_kind = 'merchant' AND subject_id = about::text
      AND closed_as = 'APPROVED' AND closed_at = moment() AND closed_by <> requested_by
  )
$$;

ALTER TABLE merchant_payout_channels ADD COLUMN ended_at timestamptz;
ALTER TABLE merchants ADD COLUMN settlements_held_since timestamptz;
ALTER TABLE contact_changes ADD COLUMN is_by_administrator boolean NOT NULL DEFAULT false;

CREATE FUNCTION is_channel_for_two(merchant uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM merchants WHERE id = merchant AND settlements_held_since IS NOT NULL)
    OR EXISTS (
      SELECT FROM approvals
      WHERE subject_id = merchant::text AND kind IN ('merchant-contact', 'owner-reset') AND closed_as = 'APPROVED'
        AND closed_at > moment() - interval '7 days'
    )
    OR EXISTS (
      SELECT FROM adjustments
      WHERE merchant_id = merchant AND amount_cents > 0 AND posted_at > moment() - interval '7 days'
    )
$$;

-- The first channel counts at once and a change after 24 hours, unless two have to release it: `infinity`. Only the owner
-- sets one. The caller has locked the merchant, as has the one below.
CREATE FUNCTION set_payout_channel(
  merchant uuid, member uuid, new_kind text, new_number text, new_account text, new_bank text,
  OUT new_version integer, OUT counts_at timestamptz
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM merchants WHERE id = merchant FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM merchant_staff
    WHERE id = member AND merchant_id = merchant AND staff_role = 'owner' AND status = 'ACTIVE'
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'not the owner of the merchant';
  END IF;
  SELECT coalesce(max(version), 0) + 1,
    CASE
      WHEN is_channel_for_two(merchant) THEN 'infinity'
      WHEN count(*) FILTER (WHERE effective_at <= moment() AND ended_at IS NULL) = 0 THEN moment()
      ELSE moment() + interval '24 hours'
    END
    INTO new_version, counts_at
  FROM merchant_payout_channels WHERE merchant_id = merchant;
  INSERT INTO merchant_payout_channels (
    merchant_id, version, kind, number, account_number, bank_name, set_by, effective_at
  ) VALUES (merchant, new_version, new_kind, new_number, new_account, new_bank, member, counts_at);
END $$;

-- Releases the latest channel. A change has waited its 24 hours from the day it was set, at least. Null when another one has
-- replaced it.
CREATE FUNCTION release_payout_channel(merchant uuid, of_version integer, approval uuid) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  counts_at timestamptz;
BEGIN
  PERFORM FROM merchants WHERE id = merchant FOR NO KEY UPDATE;
  IF NOT is_being_approved(approval, 'payout-channel', merchant) OR NOT EXISTS (
    SELECT FROM approvals WHERE id = approval AND (input->>'version')::integer = of_version
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'two administrators have not approved this';
  END IF;
  UPDATE merchant_payout_channels c SET effective_at = CASE
    WHEN EXISTS (
      SELECT FROM merchant_payout_channels former
      WHERE former.merchant_id = merchant AND former.version < of_version
        AND former.effective_at <= moment() AND former.ended_at IS NULL
    ) THEN greatest(moment(), c.set_at + interval '24 hours')
    ELSE moment()
  END
  WHERE c.merchant_id = merchant AND c.version = of_version AND c.ended_at IS NULL AND c.effective_at = 'infinity'
    AND NOT EXISTS (
      SELECT FROM merchant_payout_channels later WHERE later.merchant_id = merchant AND later.version > of_version
    )
  RETURNING c.effective_at INTO counts_at;
  RETURN counts_at;
END $$;

-- Gives the latest channel up, if it does not count yet.
CREATE FUNCTION end_waiting_channel(merchant uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE merchant_payout_channels c SET ended_at = moment()
  WHERE c.merchant_id = merchant AND c.effective_at > moment() AND c.ended_at IS NULL
    AND c.version = (SELECT max(version) FROM merchant_payout_channels WHERE merchant_id = merchant);
  RETURN FOUND;
END $$;

-- False when they are held already.
CREATE FUNCTION hold_settlements(merchant uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE merchants SET settlements_held_since = moment() WHERE id = merchant AND settlements_held_since IS NULL;
  RETURN FOUND;
END $$;

CREATE FUNCTION resume_settlements(merchant uuid, approval uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT is_being_approved(approval, 'settlements-resume', merchant) THEN
    RAISE EXCEPTION USING ERRCODE = 'ZA403', MESSAGE = 'two administrators have not approved this';
  END IF;
  UPDATE merchants SET settlements_held_since = NULL WHERE id = merchant;
END $$;

REVOKE ALL ON FUNCTION
  approve_first(uuid, uuid), is_being_approved(uuid, text, uuid), is_channel_for_two(uuid),
  set_payout_channel(uuid, uuid, text, text, text, text), release_payout_channel(uuid, integer, uuid),
  end_waiting_channel(uuid), hold_settlements(uuid), resume_settlements(uuid, uuid)
FROM public;
GRANT EXECUTE ON FUNCTION
  approve_first(uuid, uuid), set_payout_channel(uuid, uuid, text, text, text, text),
  release_payout_channel(uuid, integer, uuid), end_waiting_channel(uuid), hold_settlements(uuid),
  resume_settlements(uuid, uuid)
TO zawadi_app;
REVOKE INSERT ON merchant_payout_channels FROM zawadi_app;
