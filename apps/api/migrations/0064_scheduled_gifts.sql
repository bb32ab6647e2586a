-- A gift that waits for its moment can be moved, sent at once or cancelled by its buyer.

ALTER TABLE voucher_activities DROP CONSTRAINT voucher_activities_kind_check;
ALTER TABLE voucher_activities ADD CONSTRAINT voucher_activities_kind_check CHECK (
  kind IN (
    'ISSUED', 'DELIVERED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED',
    'REFUNDED', 'RESENT', 'CORRECTED', 'THANKED', 'MOVED'
  )
);

-- Null: the buyer cancelled a gift that was not sent yet.
ALTER TABLE refunds
  ALTER COLUMN requested_by DROP NOT NULL,
  ADD CHECK (requested_by IS NOT NULL OR (source = 'voucher' AND buyer_id IS NOT NULL));

-- 24 months from the delivery, to the end of a day in Nairobi.
CREATE FUNCTION last_moment_of_validity(delivery timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (date_trunc('day', delivery AT TIME ZONE 'Africa/Nairobi') + interval '24 months 1 day'
  - interval '1 millisecond') AT TIME ZONE 'Africa/Nairobi';

-- Gives a gift that has not been sent another moment, now when none is given. It stays valid for 24 months from then, or
-- until the later day that an administrator has given it. False when it may not be moved any more.
CREATE FUNCTION reschedule_gift(voucher uuid, buyer uuid, chosen timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH moved AS (
    UPDATE vouchers SET
      deliver_at = coalesce(chosen, moment()),
      announced_at = CASE WHEN chosen IS NULL THEN moment() END,
      expires_at = greatest(
        last_moment_of_validity(coalesce(chosen, moment())),
        CASE WHEN expires_at > last_moment_of_validity(deliver_at) THEN expires_at END
      )
    WHERE id = voucher AND buyer_id = buyer AND closed_as IS NULL AND announced_at IS NULL AND deliver_at > moment()
      AND coalesce(chosen, moment()) BETWEEN moment() AND moment() + interval '367 days'
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM moved)
$$;

REVOKE ALL ON FUNCTION reschedule_gift(uuid, uuid, timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION reschedule_gift(uuid, uuid, timestamptz) TO zawadi_app;
