-- Adds an administrator; returns false if the email address already has an account. `admitter` is the administrator who
-- requested the account, `actor` the one who executes the request, such as the approver. Both are null when a command
-- on the server adds the account. Called by features/people/administrators.
create or replace function add_administrator(
  person uuid, new_email text, new_name text, new_role text, new_hash text, must_change boolean, admitter uuid,
  actor uuid, from_address text, request text, why text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if admitter is not null or actor is not null then
    perform require_administrator(admitter, actor);
  end if;
  insert into administrators (id, email, name, role, password_hash, must_change_password)
  values (person, new_email, new_name, new_role, new_hash, must_change)
  on conflict (email) do nothing;
  if not found then return false; end if;
  if admitter is not null then
    insert into administrator_admissions (administrator_id, admitted_by, admitted_at)
    values (person, admitter, public.moment());
  end if;
  perform record_about_administrator(
    actor, case when actor is null then 'this server' else from_address end, request, 'administrator.created', person, why, '{}',
    jsonb_build_object('email', new_email, 'name', new_name, 'role', new_role)
  );
  return true;
end $$;

-- Changes name, role or status; null leaves a value unchanged. Raising the role or enabling the account records an
-- admission by `changer`; lowering the role does not. Called by features/people/administrators after
-- lock_administrator().
create or replace function change_administrator(
  person uuid, changer uuid, new_name text, new_role text, new_status text, actor uuid, from_address text, request text,
  why text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ranks constant text[] := array['read-only', 'support', 'finance', 'administrator'];
  was administrators;
  is_now administrators;
begin
  perform require_administrator(changer, actor);
  if person in (changer, actor) then
    raise exception using errcode = 'ZA403', message = 'an administrator cannot do this to the own account';
  end if;
  select * into strict was from administrators where id = person for no key update;
  update administrators set name = coalesce(new_name, name), role = coalesce(new_role, role),
    status = coalesce(new_status, status),
    session_version = session_version + case when new_status = 'DISABLED' then 1 else 0 end
  where id = person returning * into is_now;
  if array_position(ranks, is_now.role) > array_position(ranks, was.role)
    or (is_now.status = 'ACTIVE' and was.status <> 'ACTIVE')
  then
    insert into administrator_admissions (administrator_id, admitted_by, admitted_at)
    values (person, changer, public.moment()) on conflict do nothing;
  end if;
  perform record_about_administrator(
    actor, from_address, request,
    case
      when is_now.status = was.status then 'administrator.updated'
      when is_now.status = 'ACTIVE' then 'administrator.enabled'
      else 'administrator.disabled'
    end,
    person, why,
    jsonb_build_object('name', was.name, 'role', was.role, 'status', was.status),
    jsonb_build_object('name', is_now.name, 'role', is_now.role, 'status', is_now.status)
  );
end $$;

-- Sets a password that the administrator has chosen, and ends every session. Called by
-- features/people/administrators.
create or replace function set_administrator_password(person uuid, new_hash text, how text, from_address text, request text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if how not in ('password-changed', 'password-reset') then
    raise invalid_parameter_value using message = 'how must be password-changed or password-reset';
  end if;
  update administrators set password_hash = new_hash, must_change_password = false,
    session_version = session_version + 1, temporary_password_until = default
  where id = person and status = 'ACTIVE';
  if not found then raise exception using errcode = 'ZA403', message = 'not an active account'; end if;
  perform record_about_administrator(person, from_address, request, 'administrator.' || how, person, '', '{}', '{}');
end $$;

-- Sets a temporary password that another administrator has generated, and ends every session. Called by
-- features/people/administrators.
create or replace function give_temporary_password(
  person uuid, giver uuid, new_hash text, why text, from_address text, request text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_administrator(giver);
  if person = giver then raise exception using errcode = 'ZA403', message = 'an administrator cannot do this to the own account'; end if;
  update administrators set password_hash = new_hash, must_change_password = true,
    session_version = session_version + 1, temporary_password_until = default
  where id = person;
  perform record_about_administrator(giver, from_address, request, 'administrator.temporary-password', person, why, '{}', '{}');
end $$;

-- Deletes the second factor of an administrator who has lost the phone, and all passkeys, which may be on that phone.
-- Ends every session. Called by features/people/administrators.
create or replace function reset_second_factor(person uuid, resetter uuid, why text, from_address text, request text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  labels text[];
begin
  perform require_administrator(resetter);
  if person = resetter then raise exception using errcode = 'ZA403', message = 'an administrator cannot do this to the own account'; end if;
  delete from second_factors where subject_id = person;
  with gone as (
    delete from passkeys where subject_id = person and audience = 'admin' returning label
  )
  select coalesce(array_agg(label), '{}') into labels from gone;
  update administrators set session_version = session_version + 1 where id = person;
  perform record_about_administrator(
    resetter, from_address, request, 'administrator.two-factor-reset', person, why,
    case when cardinality(labels) > 0 then jsonb_build_object('passkeys', to_jsonb(labels)) else '{}' end, '{}'
  );
end $$;
