-- Returns when it is too late to reverse a redemption: at the end of its day in Nairobi. If a stop of redeeming was in
-- force on that day, at the end of the day after the stop, and not before the stop ends. Called by
-- features/money/redemptions.
create or replace function reversible_until(redeemed timestamptz) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select greatest(
    date_trunc('day', redeemed, 'Africa/Nairobi') + interval '1 day',
    (select max(coalesce(date_trunc('day', ended_at, 'Africa/Nairobi') + interval '2 days', 'infinity'))
      from stops
      where name = 'redeeming' and started_at < date_trunc('day', redeemed, 'Africa/Nairobi') + interval '1 day'
        and coalesce(ended_at, 'infinity') >= date_trunc('day', redeemed, 'Africa/Nairobi'))
  )
$$;
