-- What the application may change of a voucher by a function only is done by one of its cell, so that Citus runs it on the
-- node that has the voucher, as it runs those of the ledger. Those without a cell stay for processes of the version before.

CREATE FUNCTION extend_voucher(in_cell smallint, voucher uuid, until timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET expires_at = until, closed_as = NULL, closed_at = NULL
  WHERE cell = in_cell AND id = voucher AND (closed_as IS NULL OR closed_as = 'EXPIRED')
    AND until > greatest(expires_at, moment()) AND until < moment() + interval '25 months';
  RETURN FOUND;
END $$;

CREATE FUNCTION freeze_voucher(in_cell smallint, voucher uuid, request uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET
    frozen_at = coalesce(frozen_at, moment()),
    frozen_by_support = frozen_by_support OR request IS NULL,
    frozen_for = coalesce(request, frozen_for)
  WHERE cell = in_cell AND id = voucher;
END $$;

-- The last one to let go gives back the days that began while the voucher was frozen. A closed one has no use for them.
CREATE FUNCTION unfreeze_voucher(in_cell smallint, voucher uuid, request uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers v SET
    frozen_at = CASE WHEN n.is_frozen THEN v.frozen_at END,
    frozen_by_support = n.by_support,
    frozen_for = n.request,
    expires_at = CASE
      WHEN n.is_frozen OR v.closed_as IS NOT NULL THEN v.expires_at
      ELSE v.expires_at + make_interval(days =>
        (moment() AT TIME ZONE 'Africa/Nairobi')::date - (v.frozen_at AT TIME ZONE 'Africa/Nairobi')::date)
    END
  FROM (
    SELECT id, cell, by_support, left_request AS request, by_support OR left_request IS NOT NULL AS is_frozen
    FROM (
      SELECT id, cell, frozen_by_support AND unfreeze_voucher.request IS NOT NULL AS by_support,
        nullif(frozen_for, unfreeze_voucher.request) AS left_request
      FROM vouchers WHERE cell = in_cell AND id = voucher
    ) s
  ) n
  WHERE v.cell = in_cell AND n.cell = v.cell AND v.id = n.id AND v.frozen_at IS NOT NULL;
END $$;

CREATE FUNCTION reschedule_gift(in_cell smallint, voucher uuid, buyer uuid, chosen timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET
    deliver_at = coalesce(chosen, moment()),
    announced_at = CASE WHEN chosen IS NULL THEN moment() END,
    expires_at = greatest(
      last_moment_of_validity(coalesce(chosen, moment())),
      CASE WHEN expires_at > last_moment_of_validity(deliver_at) THEN expires_at END
    )
  WHERE cell = in_cell AND id = voucher AND buyer_id = buyer
    AND closed_as IS NULL AND announced_at IS NULL AND deliver_at > moment()
    AND coalesce(chosen, moment()) BETWEEN moment() AND moment() + interval '367 days';
  RETURN FOUND;
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
