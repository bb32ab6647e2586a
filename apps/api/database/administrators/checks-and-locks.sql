-- Raises ZA403 unless all `people` are active administrators. ZA403 means that a person is refused; 42501 means that
-- the application lacks a right. Called by the functions of administrators, approvals, settings and merchant contacts.
create or replace function require_administrator(variadic people uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
begin
  foreach person in array people loop
    if not exists (
      select from administrators where id = person and role = 'administrator' and status = 'ACTIVE'
    ) then
      raise exception using errcode = 'ZA403', message = 'not an active administrator';
    end if;
  end loop;
end $$;

-- Locks the account of `person` and the accounts of all active administrators with the role `administrator`, ordered by
-- id. So two administrators cannot disable each other at once. Called by features/people/administrators.
create or replace function lock_administrator(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from administrators
    where id = person or (role = 'administrator' and status = 'ACTIVE') order by id for no key update;
end $$;

-- Reads and locks the administrators who request, approve or reject something: their role and status cannot change
-- until the end of the transaction. FOR SHARE lets several decisions run at once. Called by
-- features/services/approvals.
create or replace function lock_deciders(people uuid[]) returns setof administrators
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from administrators where id = any (people) order by id for share
$$;
