-- Writes the audit entry when the subject is an administrator; consumers and merchants are mailed instead. Called by
-- switch_on_second_factor(), renew_recovery_codes() and remove_second_factor().
create or replace function record_own_factor(subject uuid, what text, from_address text, request text) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from administrators where id = subject) then
    perform record_about_administrator(subject, from_address, request, 'administrator.' || what, subject, '', '{}', '{}');
  end if;
end $$;

-- Stores a new secret, which is not in use yet; replaces a former unused one. Returns false when the account already
-- uses a second factor. Called by features/people/sessions.
create or replace function start_second_factor(subject uuid, sealed bytea) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with kept as (
    insert into second_factors as f (subject_id, secret_sealed) values (subject, sealed)
    on conflict (subject_id) do update set secret_sealed = excluded.secret_sealed where f.enabled_at is null
    returning subject_id
  )
  select exists (select from kept)
$$;

-- Reads and locks the second factor, so that codes for one account are checked one at a time. Called by
-- features/people/sessions; a function, because the application cannot lock rows that it may not update.
create or replace function lock_second_factor(subject uuid) returns setof second_factors
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from second_factors where subject_id = subject for update
$$;

-- Puts the stored secret into use, with its first recovery codes. Called by features/people/sessions.
create or replace function switch_on_second_factor(
  subject uuid, step bigint, code_hashes bytea[], from_address text, request text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update second_factors set enabled_at = public.moment(), last_step = step where subject_id = subject and enabled_at is null;
  if not found then raise exception using errcode = 'ZA403', message = 'no stored secret to switch on'; end if;
  delete from recovery_codes where subject_id = subject;
  insert into recovery_codes (subject_id, code_hash) select subject, unnest(code_hashes);
  perform record_own_factor(subject, 'two-factor-on', from_address, request);
end $$;

-- Accepts the code of a step (30 seconds) once; returns false when this step or a later one was accepted before.
-- Called by features/people/sessions.
create or replace function accept_second_factor_step(subject uuid, step bigint) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (
    update second_factors set last_step = step
    where subject_id = subject and enabled_at is not null and last_step < step
    returning subject_id
  )
  select exists (select from taken)
$$;

-- Replaces all recovery codes. Called by features/people/sessions.
create or replace function renew_recovery_codes(subject uuid, code_hashes bytea[], from_address text, request text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from recovery_codes where subject_id = subject;
  insert into recovery_codes (subject_id, code_hash) select subject, unnest(code_hashes);
  perform record_own_factor(subject, 'recovery-codes-renewed', from_address, request);
end $$;

-- Uses up a recovery code; returns how many are left, or null when the code is wrong. Called by
-- features/people/sessions.
create or replace function use_recovery_code(subject uuid, used_hash bytea) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (
    delete from recovery_codes where subject_id = subject and code_hash = used_hash returning 1
  )
  select (count(*) - 1)::int from recovery_codes
  where subject_id = subject and exists (select from used)
  having count(*) > 0
$$;

-- Switches the second factor off and deletes the secret and the recovery codes. Called by features/people/sessions.
create or replace function remove_second_factor(subject uuid, from_address text, request text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from second_factors where subject_id = subject;
  if found then perform record_own_factor(subject, 'two-factor-off', from_address, request); end if;
end $$;
