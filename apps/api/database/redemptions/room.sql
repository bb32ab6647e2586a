-- For each shop with own limits, locks its redemptions and returns the largest redemption, and how much it may still
-- redeem or hold today; null for no limit. A hold counts until it ends, so a capture needs no room. Lock the balances of
-- the vouchers first: every caller takes the locks in this order. Called by lock_vouchers_to_redeem() and
-- features/money/redemptions.
create or replace function lock_redemption_room(merchants uuid[])
returns table (merchant_id uuid, largest_cents bigint, left_cents bigint)
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  limited uuid[];
begin
  limited := array(
    select m.id from (select distinct unnest(merchants) as id) m
    where exists (select from setting_versions s where s.name = 'own-limits/merchant/' || m.id)
    order by m.id
  );
  if cardinality(limited) = 0 then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('redemption room ' || l.id, 0)) from unnest(limited) as l (id);

  -- A separate SQL statement, because its snapshot has to begin after the locks are held.
  return query
    select l.id, (o.limits->>'redemption')::bigint * 100,
      case when o.limits ? 'redemptionsDaily' then
        (o.limits->>'redemptionsDaily')::bigint * 100 - (
          select coalesce(sum(r.amount_cents), 0)::bigint from redemptions r
          where r.merchant_id = l.id and r.redeemed_at >= date_trunc('day', moment(), 'Africa/Nairobi')
            and r.reversed_at is null
        ) - (
          select coalesce(sum(h.amount_cents), 0)::bigint from holds h
          where h.merchant_id = l.id and h.status = 'OPEN'
        )
      end
    from unnest(limited) as l (id), own_limits('merchant', l.id) o;
end $$;
