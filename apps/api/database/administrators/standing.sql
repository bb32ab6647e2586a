-- ZA403 says no to the one for whom a function is called; a missing right of the application itself is 42501.
create or replace function require_administrator(variadic people uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
begin
  foreach person in array people loop
    if not exists (
      select from administrators where id = person and staff_role = 'administrator' and status = 'ACTIVE'
    ) then
      raise exception using errcode = 'ZA403', message = 'not an active administrator';
    end if;
  end loop;
end $$;

-- Locks an account and all who may change accounts, in one order, so that two of them cannot disable each other at once.
create or replace function lock_administrator(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from administrators
    where id = person or (staff_role = 'administrator' and status = 'ACTIVE') order by id for no key update;
end $$;

-- Those whose role and status must stay as they are until the end of the transaction.
create or replace function lock_standing(people uuid[]) returns setof administrators
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from administrators where id = any (people) order by id for share
$$;
