-- Whether a stop keeps people from using vouchers, which then lose days.
create or replace function takes_days(stop_name text) returns boolean
language sql immutable parallel safe
return stop_name in ('claiming', 'redeeming');

-- Returns how often a day ends in Nairobi between two moments.
create or replace function nairobi_days(since timestamptz, until timestamptz) returns integer
language sql immutable parallel safe
return (until at time zone 'Africa/Nairobi')::date - (since at time zone 'Africa/Nairobi')::date;

-- Keeps vouchers and holds from ending during a stop of claiming or redeeming: a voucher lasts at least to the end of
-- the day after the stop, a hold at least an hour longer than a stop of redeeming. Called every minute by
-- features/services/stops, and before a stop ends.
create or replace function keep_from_ending() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  s stops%rowtype;
  day_after timestamptz := date_trunc('day', moment(), 'Africa/Nairobi') + interval '2 days' - interval '1 millisecond';
begin
  for s in select * from stops where ended_at is null and takes_days(name) order by started_at, id loop
    with kept as (
      insert into vouchers_kept (stop_id, voucher_id, expires_at)
      select s.id, id, expires_at from vouchers
      where closed_as is null and expires_at >= s.started_at and expires_at < day_after
      on conflict do nothing
      returning voucher_id
    )
    insert into voucher_activities (voucher_id, id, kind, actor_kind, reason)
    select voucher_id, uuidv7(), 'EXTENDED', 'system', 'Stop: ' || s.name from kept;
    update vouchers set expires_at = day_after
    where closed_as is null and expires_at >= s.started_at and expires_at < day_after;
    if s.name = 'redeeming' then
      update holds set expires_at = least(moment() + interval '1 hour', created_at + interval '60 days')
      where status = 'OPEN' and expires_at >= s.started_at and expires_at < moment() + interval '1 hour';
    end if;
  end loop;
end $$;

-- Ends a stop; returns false if it has ended. Vouchers lose the days between its start and now, without the days that
-- another ended stop took at the same time. give_back_days() gives them back. Called by start_again() and, as the owner,
-- by the command start-again.
create or replace function end_stop(stop uuid, approval uuid) returns boolean
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  s stops%rowtype;
  taken_by_others integer;
begin
  select * into s from stops where id = stop and ended_at is null for update;
  if not found then return false; end if;
  perform keep_from_ending();
  select coalesce(sum(nairobi_days(greatest(started_at, s.started_at), ended_at)), 0) into taken_by_others from stops
  where name <> s.name and takes_days(name) and ended_at > s.started_at;
  update stops set ended_at = moment(), approval_id = approval,
    days_lost = case when takes_days(s.name) then nairobi_days(s.started_at, moment()) - taken_by_others else 0 end
  where id = s.id;
  return true;
end $$;

-- Ends a stop that two administrators have approved to end in this transaction; returns false if it has ended. Called by
-- features/services/stops.
create or replace function start_again(stop uuid, approval uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from approvals
    where id = approval and kind = 'start-again' and subject_id = stop::text and closed_as = 'APPROVED'
      and closed_at = moment() and closed_by <> requested_by
  ) then
    raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
  end if;
  return end_stop(stop, approval);
end $$;

-- Gives back the days that ended stops took, to the next `how_many` vouchers; returns false if none are left. Called by
-- features/services/stops.
create or replace function give_back_days(how_many integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  s stops%rowtype;
  seen uuid[];
begin
  select * into s from stops where days_lost > 0 and given_back_at is null order by ended_at limit 1 for update skip locked;
  if not found then return false; end if;
  select array_agg(id order by id) into seen from (
    select id from vouchers
    where closed_as is null and (s.given_back_to is null or id > s.given_back_to) order by id limit how_many
  ) v;
  with extended as (
    update vouchers v set expires_at = t.last_day
    from (
      select o.id, coalesce(k.expires_at, o.expires_at) + make_interval(days => least(s.days_lost, nairobi_days(o.deliver_at, s.ended_at))) as last_day
      from vouchers o left join vouchers_kept k on k.voucher_id = o.id and k.stop_id = s.id
      where o.id = any(seen) and o.deliver_at < s.ended_at and o.expires_at >= s.started_at
    ) t
    where v.id = t.id and v.closed_as is null and t.last_day > v.expires_at
    returning v.id
  )
  insert into voucher_activities (voucher_id, id, kind, actor_kind, reason)
  select id, uuidv7(), 'EXTENDED', 'system', 'Stop: ' || s.name from extended;
  update stops set given_back_to = seen[cardinality(seen)],
    given_back_at = case when coalesce(cardinality(seen), 0) < how_many then moment() end
  where id = s.id;
  return true;
end $$;
