-- What M-PESA sends has phones and names in it. After a while only the digest is needed, which tells a repetition, and what
-- became of the message. The application may not change bodies, so that nobody rewrites what M-PESA said; it may only have
-- old ones removed.
ALTER TABLE provider_messages ADD COLUMN body_removed_at timestamptz;
CREATE INDEX provider_messages_with_body ON provider_messages (processed_at)
  WHERE body_removed_at IS NULL AND processed_at IS NOT NULL;

-- Nothing that a case is open about, or whose payment has no end yet.
CREATE FUNCTION forget_provider_messages(older_than interval, at_most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed bigint;
BEGIN
  IF older_than < interval '90 days' THEN
    RAISE EXCEPTION 'messages of the last 90 days are kept' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH old AS (
    SELECT m.id FROM provider_messages m
    WHERE m.body_removed_at IS NULL AND m.processed_at < public.moment() - older_than
      AND NOT EXISTS (
        SELECT FROM reviews r WHERE r.resolved_at IS NULL AND r.subject_id IN (m.id, m.target_id, m.home_id)
      )
      AND NOT EXISTS (
        SELECT FROM provider_orders o
        WHERE o.id = m.target_id AND o.state IN ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')
      )
    ORDER BY m.processed_at LIMIT at_most FOR UPDATE SKIP LOCKED
  )
  UPDATE provider_messages m SET body = 'null', body_removed_at = public.moment() FROM old WHERE m.id = old.id;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
REVOKE ALL ON FUNCTION forget_provider_messages(interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_provider_messages(interval, integer) TO zawadi_app;
