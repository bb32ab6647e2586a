-- Computes the rows of redemption_totals between two moments. Called by features/office/reports.
create or replace function redemption_totals_between(begins timestamptz, ends timestamptz) returns setof redemption_totals
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select r.merchant_id, (r.redeemed_at at time zone 'Africa/Nairobi')::date,
    extract(hour from r.redeemed_at at time zone 'Africa/Nairobi')::smallint, r.channel, r.staff_id, r.key_id, r.place_id,
    count(*)::integer, sum(r.amount_cents)::bigint, count(r.reversed_at)::integer,
    coalesce(sum(r.amount_cents) filter (where r.reversed_at is not null), 0)::bigint,
    (count(*) filter (where r.reversed_at is null and e.id is null))::integer
  from redemptions r
  left join lateral (
    select id from redemptions
    where voucher_id = r.voucher_id and merchant_id = r.merchant_id and reversed_at is null
      and (redeemed_at, id) < (r.redeemed_at, r.id)
    limit 1
  ) e on true
  where r.redeemed_at >= begins and r.redeemed_at < ends
  group by 1, 2, 3, 4, 5, 6, 7
$$;
