-- The same retention, in statements that a distributed database can run: it joins no plain table with a distributed one, and
-- wants no volatile function in a condition.

CREATE OR REPLACE FUNCTION forget_provider_messages(older_than interval, at_most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed bigint;
  open_orders uuid[];
BEGIN
  IF older_than < interval '90 days' THEN
    RAISE EXCEPTION 'messages of the last 90 days are kept' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT coalesce(array_agg(o.id), '{}') INTO open_orders
  FROM provider_orders o WHERE o.state IN ('INTENT', 'SENDING', 'SENT', 'UNKNOWN');
  WITH old AS (
    SELECT m.id FROM provider_messages m
    WHERE m.body_removed_at IS NULL AND m.processed_at < public.moment() - older_than
      AND NOT EXISTS (
        SELECT FROM reviews r WHERE r.resolved_at IS NULL AND r.subject_id IN (m.id, m.target_id, m.home_id)
      )
      AND NOT coalesce(m.target_id = ANY (open_orders), false)
    ORDER BY m.processed_at LIMIT at_most FOR UPDATE SKIP LOCKED
  )
  UPDATE provider_messages m SET body = 'null', body_removed_at = public.moment() FROM old WHERE m.id = old.id;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

CREATE OR REPLACE FUNCTION forget_transaction_outcomes() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM transaction_outcomes WHERE at < public.moment() - interval '1 day'
$$;
