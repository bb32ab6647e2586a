-- The application may not write when a voucher expires. This is the one way, and only to a later day.

REVOKE UPDATE (expires_at) ON vouchers FROM zawadi_app;

-- False for a voucher whose value has left other than by its expiry.
CREATE FUNCTION extend_voucher(voucher uuid, until timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH extended AS (
    UPDATE vouchers SET expires_at = until, closed_as = NULL, closed_at = NULL
    WHERE id = voucher AND (closed_as IS NULL OR closed_as = 'EXPIRED')
      AND until > greatest(expires_at, now()) AND until < now() + interval '25 months'
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM extended)
$$;
REVOKE ALL ON FUNCTION extend_voucher(uuid, timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION extend_voucher(uuid, timestamptz) TO zawadi_app;
