-- What the application may change of a voucher by a function only is done by one of its cell, so that Citus runs it on the
-- node that has the voucher, as it runs those of the ledger. Those without a cell stay for processes of the version before.

CREATE FUNCTION extend_voucher(in_cell smallint, voucher uuid, until timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  instant timestamptz := moment();
BEGIN
  IF until <= instant OR until >= instant + interval '25 months' THEN RETURN false; END IF;
  UPDATE vouchers SET expires_at = until, closed_as = NULL, closed_at = NULL
  WHERE cell = in_cell AND id = voucher AND (closed_as IS NULL OR closed_as = 'EXPIRED') AND until > expires_at;
  RETURN FOUND;
END $$;

CREATE FUNCTION freeze_voucher(in_cell smallint, voucher uuid, request uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  instant timestamptz := moment();
BEGIN
  UPDATE vouchers SET
    frozen_at = coalesce(frozen_at, instant),
    frozen_by_support = frozen_by_support OR request IS NULL,
    frozen_for = coalesce(request, frozen_for)
  WHERE cell = in_cell AND id = voucher;
END $$;

-- The last one to let go gives back the days that began while the voucher was frozen. A closed one has no use for them.
-- In two steps: Citus lets an update compute no moments out of columns.
CREATE FUNCTION unfreeze_voucher(in_cell smallint, voucher uuid, request uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  frozen vouchers%ROWTYPE;
  by_support boolean;
  left_request uuid;
  until timestamptz;
BEGIN
  SELECT * INTO frozen FROM vouchers WHERE cell = in_cell AND id = voucher AND frozen_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  by_support := frozen.frozen_by_support AND request IS NOT NULL;
  left_request := nullif(frozen.frozen_for, request);
  until := frozen.expires_at;
  IF NOT by_support AND left_request IS NULL THEN
    IF frozen.closed_as IS NULL THEN
      until := until + make_interval(days =>
        (moment() AT TIME ZONE 'Africa/Nairobi')::date - (frozen.frozen_at AT TIME ZONE 'Africa/Nairobi')::date);
    END IF;
    frozen.frozen_at := NULL;
  END IF;
  UPDATE vouchers SET
    frozen_at = frozen.frozen_at, frozen_by_support = by_support, frozen_for = left_request, expires_at = until
  WHERE cell = in_cell AND id = voucher;
END $$;

CREATE FUNCTION reschedule_gift(in_cell smallint, voucher uuid, buyer uuid, chosen timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gift vouchers%ROWTYPE;
  instant timestamptz := moment();
  delivery timestamptz := coalesce(chosen, instant);
BEGIN
  IF delivery NOT BETWEEN instant AND instant + interval '367 days' THEN RETURN false; END IF;
  SELECT * INTO gift FROM vouchers
  WHERE cell = in_cell AND id = voucher AND buyer_id = buyer
    AND closed_as IS NULL AND announced_at IS NULL AND deliver_at > instant
  FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF gift.expires_at <= last_moment_of_validity(gift.deliver_at) THEN gift.expires_at := NULL; END IF;
  gift.expires_at := greatest(last_moment_of_validity(delivery), gift.expires_at);
  IF chosen IS NULL THEN gift.announced_at := instant; END IF;
  UPDATE vouchers SET
    deliver_at = delivery, announced_at = gift.announced_at, expires_at = gift.expires_at
  WHERE cell = in_cell AND id = voucher;
  RETURN true;
END $$;

CREATE FUNCTION correct_recipient(
  in_cell smallint, voucher uuid, buyer uuid, new_name text, new_msisdn text, new_email text, sealed_code bytea,
  last_four text, sealed_token bytea, correction uuid
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET recipient_name = new_name, recipient_msisdn = new_msisdn, recipient_email = new_email,
    code_sealed = sealed_code, code_last_four = last_four, claim_token_sealed = sealed_token,
    corrections = corrections + 1
  WHERE cell = in_cell AND id = voucher AND buyer_id = buyer AND opened_at IS NULL AND closed_as IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO voucher_activities (cell, voucher_id, id, kind, actor_kind, actor_id)
  VALUES (in_cell, voucher, correction, 'CORRECTED', 'consumer', buyer);
  RETURN true;
END $$;

-- One name of a voucher that finds nothing any more: of a code what was answered to it is repeated. Names are spread by
-- themselves, so that each is retired on the node that has it.
CREATE FUNCTION retire_voucher_name(in_key text, voucher uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE unique_names SET kind = 'former_voucher_code'
  WHERE kind = 'voucher_code' AND key = in_key AND target_id = voucher;
  DELETE FROM unique_names WHERE kind = 'claim_token' AND key = in_key AND target_id = voucher;
END $$;

-- As it was, in two statements: purchases and their names are not on the same node.
CREATE OR REPLACE FUNCTION drop_stale_registrations() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  one record;
  dropped bigint := 0;
  purchase_names text[] := '{}';
  bill_names text[] := '{}';
BEGIN
  FOR one IN
    DELETE FROM purchases WHERE status = 'REGISTERED' AND registered_at < moment() - interval '24 hours'
    RETURNING id, bill_reference
  LOOP
    dropped := dropped + 1;
    purchase_names := purchase_names || one.id::text;
    bill_names := bill_names || one.bill_reference;
  END LOOP;
  DELETE FROM unique_names
  WHERE (kind = 'purchase' AND key = ANY (purchase_names)) OR (kind = 'bill_reference' AND key = ANY (bill_names));
  RETURN dropped;
END $$;

REVOKE ALL ON FUNCTION
  extend_voucher(smallint, uuid, timestamptz),
  freeze_voucher(smallint, uuid, uuid),
  unfreeze_voucher(smallint, uuid, uuid),
  reschedule_gift(smallint, uuid, uuid, timestamptz),
  correct_recipient(smallint, uuid, uuid, text, text, text, bytea, text, bytea, uuid),
  retire_voucher_name(text, uuid)
FROM public;
GRANT EXECUTE ON FUNCTION
  extend_voucher(smallint, uuid, timestamptz),
  freeze_voucher(smallint, uuid, uuid),
  unfreeze_voucher(smallint, uuid, uuid),
  reschedule_gift(smallint, uuid, uuid, timestamptz),
  correct_recipient(smallint, uuid, uuid, text, text, text, bytea, text, bytea, uuid),
  retire_voucher_name(text, uuid)
TO zawadi_app;
