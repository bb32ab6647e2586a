-- What was redeemed at each merchant in each hour of a closed day in Nairobi, by who served: all that a merchant's totals, dashboard and
-- reports are made of, so that they take no longer when it has millions of redemptions. The job sum-up-days writes it with
-- the other totals; the days after the last one are read from the redemptions themselves. A closed day changes no more: a
-- redemption is only reversed on its own day.
CREATE TABLE redemption_totals (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  channel text NOT NULL,
  staff_id uuid,
  key_id uuid,
  -- Those that were reversed are among them.
  redemptions integer NOT NULL CHECK (redemptions > 0),
  redeemed_cents bigint NOT NULL CHECK (redeemed_cents > 0),
  reversals integer NOT NULL CHECK (reversals BETWEEN 0 AND redemptions),
  reversed_cents bigint NOT NULL CHECK (reversed_cents BETWEEN 0 AND redeemed_cents),
  -- Redeemed at this merchant for the first time.
  new_vouchers integer NOT NULL CHECK (new_vouchers BETWEEN 0 AND redemptions),
  UNIQUE NULLS NOT DISTINCT (merchant_id, day, hour, channel, staff_id, key_id)
);
CREATE INDEX redemption_totals_by_day ON redemption_totals (day);
GRANT SELECT, INSERT, DELETE ON redemption_totals TO zawadi_app;

-- The lines of a span of moments.
CREATE FUNCTION redemption_totals_between(begins timestamptz, ends timestamptz) RETURNS SETOF redemption_totals
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.merchant_id, (r.redeemed_at AT TIME ZONE 'Africa/Nairobi')::date,
    extract(hour FROM r.redeemed_at AT TIME ZONE 'Africa/Nairobi')::smallint, r.channel, r.staff_id, r.key_id,
    count(*)::integer, sum(r.amount_cents)::bigint, count(r.reversed_at)::integer,
    coalesce(sum(r.amount_cents) FILTER (WHERE r.reversed_at IS NOT NULL), 0)::bigint,
    (count(*) FILTER (WHERE r.reversed_at IS NULL AND e.id IS NULL))::integer
  FROM redemptions r
  LEFT JOIN LATERAL (
    SELECT id FROM redemptions
    WHERE cell = r.cell AND voucher_id = r.voucher_id AND merchant_id = r.merchant_id AND reversed_at IS NULL
      AND (redeemed_at, id) < (r.redeemed_at, r.id)
    LIMIT 1
  ) e ON true
  WHERE r.redeemed_at >= begins AND r.redeemed_at < ends
  GROUP BY 1, 2, 3, 4, 5, 6
$$;
REVOKE ALL ON FUNCTION redemption_totals_between FROM public;
GRANT EXECUTE ON FUNCTION redemption_totals_between TO zawadi_app;

INSERT INTO redemption_totals
SELECT t.* FROM summed_days s, redemption_totals_between('-infinity', (s.up_to + 1)::timestamp AT TIME ZONE 'Africa/Nairobi') t;
