-- Whether an account is active and still has this session version. Called by open_session() and continue_session().
create or replace function may_have_session(of_audience text, subject uuid, version integer) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case of_audience
    when 'consumer' then exists (
      select from users where id = subject and session_version = version and status = 'ACTIVE'
    )
    when 'merchant' then exists (
      select from merchant_staff s join merchants m on m.id = s.merchant_id
      where s.id = subject and s.session_version = version and s.status = 'ACTIVE' and m.status in ('PENDING', 'ACTIVE')
    )
    when 'admin' then exists (
      select from administrators where id = subject and session_version = version and status = 'ACTIVE'
    )
    else false
  end
$$;

-- Reads and locks the session of a refresh token, so that renewals by one token run one at a time. Called by
-- features/people/sessions; a function, because the application cannot lock rows that it may not update.
create or replace function lock_session_of_token(presented_hash bytea) returns setof sessions
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from sessions where id = (select session_id from refresh_tokens where token_hash = presented_hash) for update
$$;

-- Ends the session of a refresh token. Called by features/people/sessions.
create or replace function end_session_of_token(presented text, reason text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set ended_at = public.moment(), end_reason = reason
  where ended_at is null
    and id = (select session_id from refresh_tokens where token_hash = sha256(convert_to(presented, 'UTF8')))
$$;

-- Ends one session of an account, or all; returns false when no session was open. Called by features/people/sessions.
create or replace function end_sessions(of_audience text, subject uuid, only_one uuid, from_address text, request text)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions set ended_at = public.moment(), end_reason = 'signed-out'
  where subject_id = subject and audience = of_audience and ended_at is null
    and (only_one is null or (id = only_one and expires_at > public.moment()));
  if not found then return false; end if;
  if of_audience = 'admin' then
    perform record_about_administrator(
      subject, from_address, request, 'administrator.device-signed-out', subject, '', '{}',
      jsonb_build_object('deviceId', coalesce(only_one::text, 'all'))
    );
  end if;
  return true;
end $$;

-- Deletes all sessions of a consumer whose account is deleted or passes to the owner of its address. Called by
-- features/people/sessions.
create or replace function delete_sessions_of_user(person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions where subject_id = person and audience = 'consumer'
$$;

-- Deletes sessions 30 days after they expired, except the latest one of each account, which shows the last login.
-- Called by a job of features/people/sessions.
create or replace function delete_old_sessions() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sessions s
  where s.expires_at < public.moment() - interval '30 days' and exists (
    select from sessions newer
    where newer.subject_id = s.subject_id and newer.audience = s.audience and newer.created_at > s.created_at
  )
$$;

-- Raises an error if a bound session is bound to another device key, even by functions and by the owner of the table.
-- Trigger of sessions.
create or replace function refuse_session_key_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception using errcode = 'ZA403', message = 'the session is bound to another key';
end $$;

-- Records that a session has proven its second factor, or its password if there is no second factor. Called by
-- features/people/sessions.
create or replace function prove_session(session uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set proven_at = moment() where id = session and ended_at is null and expires_at > moment()
$$;

-- Opens a session at a sign-in, with its first refresh token. An administrator's session is recorded in the audit log
-- and expires 30 minutes after the last action. Returns false when the account may no longer sign in. Called by
-- features/people/sessions.
create or replace function open_session(
  session uuid, of_audience text, subject uuid, version integer, from_address text, agent text, lifetime_hours integer,
  first_token bytea, request text, device_key text default null
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ends_at timestamptz := moment() + make_interval(hours => lifetime_hours);
  failed integer;
begin
  if not may_have_session(of_audience, subject, version) then return false; end if;
  insert into sessions (
    id, audience, subject_id, session_version, address, user_agent, expires_at, extendable_until, key_thumbprint
  ) values (
    session, of_audience, subject, version, from_address, agent,
    case of_audience when 'admin' then least(ends_at, moment() + interval '30 minutes') else ends_at end,
    case of_audience when 'admin' then ends_at end,
    device_key
  );
  insert into refresh_tokens (token_hash, session_id, is_bound) values (first_token, session, device_key is not null);
  if of_audience = 'admin' then
    with deleted as (delete from administrator_failures where administrator_id = subject returning failures)
    select coalesce(sum(failures), 0) into failed from deleted;
    perform record_about_administrator(
      subject, from_address, request, 'administrator.signed-in', subject, '', '{}',
      jsonb_build_object('sessionId', session, 'failuresBefore', failed)
    );
  end if;
  return true;
end $$;

-- Replaces a session after a change of password, which ends all sessions. The new session keeps the end, the device key
-- and proven_at, because a new password proves no second factor. Returns false when the former session is not live.
-- Called by features/people/sessions.
create or replace function continue_session(
  session uuid, continued uuid, first_token bytea, from_address text, request text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  former sessions;
begin
  update sessions set ended_at = moment(), end_reason = 'signed-out'
  where id = continued and ended_at is null and expires_at > moment() returning * into former;
  if not found or not may_have_session(former.audience, former.subject_id, former.session_version + 1) then
    return false;
  end if;
  insert into sessions (
    id, audience, subject_id, session_version, address, user_agent, expires_at, extendable_until, key_thumbprint,
    proven_at
  ) values (
    session, former.audience, former.subject_id, former.session_version + 1, former.address, former.user_agent,
    former.expires_at, former.extendable_until, former.key_thumbprint, former.proven_at
  );
  insert into refresh_tokens (token_hash, session_id, is_bound)
  values (first_token, session, former.key_thumbprint is not null);
  if former.audience = 'admin' then
    perform record_about_administrator(
      former.subject_id, from_address, request, 'administrator.session-continued', former.subject_id, '', '{}',
      jsonb_build_object('sessionId', session, 'continues', continued)
    );
  end if;
  return true;
end $$;

-- Gives a session its next refresh token and binds it to a device key. A renewal is not an action of a person, so it
-- does not extend the session; an expired session is not renewed. Called by features/people/sessions after
-- lock_session_of_token().
create or replace function renew_session(presented text, successor bytea, device_key text default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  renewed uuid;
begin
  update refresh_tokens t set rotated_at = clock_moment() from sessions s
  where t.token_hash = sha256(convert_to(presented, 'UTF8')) and t.rotated_at is null and s.id = t.session_id
    and s.ended_at is null and s.expires_at > moment()
  returning s.id into renewed;
  if not found then raise exception using errcode = 'ZA403', message = 'no unused refresh token'; end if;
  insert into refresh_tokens (token_hash, session_id, is_bound) values (successor, renewed, device_key is not null);
  update sessions set last_used_at = moment(), key_thumbprint = device_key where id = renewed;
end $$;

-- Extends an administrator's session after an action of the person. An expired session stays expired. Called by
-- features/people/sessions.
create or replace function extend_session(session uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set expires_at = least(moment() + interval '30 minutes', extendable_until)
  where id = session and extendable_until is not null and ended_at is null and expires_at > moment()
$$;
