-- Returns the last moment of a voucher: 24 months after its delivery, at the end of a day in Nairobi. Called by
-- reschedule_gift(), features/money/vouchers and features/office/transactions.
create or replace function last_moment_of_validity(delivery timestamptz) returns timestamptz
language sql stable parallel safe
return (date_trunc('day', delivery at time zone 'Africa/Nairobi') + interval '24 months 1 day'
  - interval '1 millisecond') at time zone 'Africa/Nairobi';

-- Extends a voucher to a later last day, even an expired one; returns false when it is closed for another reason.
-- Called by features/money/vouchers.
create or replace function extend_voucher(voucher uuid, until timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  instant timestamptz := moment();
begin
  if until <= instant or until >= instant + interval '25 months' then return false; end if;
  update vouchers set expires_at = until, closed_as = null, closed_at = null
  where id = voucher and (closed_as is null or closed_as = 'EXPIRED') and until > expires_at;
  return found;
end $$;

-- Freezes a voucher for a request, or for support when the request is null. Called by features/money/vouchers, which
-- holds the lock of the voucher's value.
create or replace function freeze_voucher(voucher uuid, request uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  instant timestamptz := moment();
begin
  update vouchers set
    frozen_at = coalesce(frozen_at, instant),
    frozen_by_support = frozen_by_support or request is null,
    frozen_for = coalesce(request, frozen_for)
  where id = voucher;
end $$;

-- Ends a freeze by a request, or by support when the request is null. The end of the last freeze extends the voucher by
-- the frozen days, unless it is closed. Called by features/money/vouchers.
create or replace function unfreeze_voucher(voucher uuid, request uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  frozen vouchers%rowtype;
  by_support boolean;
  left_request uuid;
  until timestamptz;
begin
  select * into frozen from vouchers where id = voucher and frozen_at is not null for update;
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
  where id = voucher;
end $$;
