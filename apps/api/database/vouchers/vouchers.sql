-- 24 months from the delivery, to the end of a day in Nairobi.
create or replace function last_moment_of_validity(delivery timestamptz) returns timestamptz
language sql stable parallel safe
return (date_trunc('day', delivery at time zone 'Africa/Nairobi') + interval '24 months 1 day'
  - interval '1 millisecond') at time zone 'Africa/Nairobi';

-- What the application may change of a voucher by a function only is done by one of its cell, so that Citus runs it on the
-- node that has the voucher, as it runs those of the ledger. Those without a cell stay for processes of the version before.
create or replace function extend_voucher(in_cell smallint, voucher uuid, until timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  instant timestamptz := moment();
begin
  if until <= instant or until >= instant + interval '25 months' then return false; end if;
  update vouchers set expires_at = until, closed_as = null, closed_at = null
  where cell = in_cell and id = voucher and (closed_as is null or closed_as = 'EXPIRED') and until > expires_at;
  return found;
end $$;

-- The caller holds the lock of the voucher's value. request: null for support.
create or replace function freeze_voucher(in_cell smallint, voucher uuid, request uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  instant timestamptz := moment();
begin
  update vouchers set
    frozen_at = coalesce(frozen_at, instant),
    frozen_by_support = frozen_by_support or request is null,
    frozen_for = coalesce(request, frozen_for)
  where cell = in_cell and id = voucher;
end $$;

-- The last one to let go gives back the days that began while the voucher was frozen. A closed one has no use for them.
-- In two steps: Citus lets an update compute no moments out of columns.
create or replace function unfreeze_voucher(in_cell smallint, voucher uuid, request uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  frozen vouchers%rowtype;
  by_support boolean;
  left_request uuid;
  until timestamptz;
begin
  select * into frozen from vouchers where cell = in_cell and id = voucher and frozen_at is not null for update;
  if not found then return; end if;
  by_support := frozen.frozen_by_support and request is not null;
  left_request := nullif(frozen.frozen_for, request);
  until := frozen.expires_at;
  if not by_support and left_request is null then
    if frozen.closed_as is null then
      until := until + make_interval(days =>
        (moment() at time zone 'Africa/Nairobi')::date - (frozen.frozen_at at time zone 'Africa/Nairobi')::date);
    end if;
    frozen.frozen_at := null;
  end if;
  update vouchers set
    frozen_at = frozen.frozen_at, frozen_by_support = by_support, frozen_for = left_request, expires_at = until
  where cell = in_cell and id = voucher;
end $$;
