-- Uses up a challenge; returns false when it was used before. Called by features/people/passkeys.
create or replace function spend_passkey_challenge(presented_hash bytea, until timestamptz) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with spent as (
    insert into spent_passkey_challenges (challenge_hash, expires_at) values (presented_hash, until)
    on conflict do nothing returning 1
  )
  select exists (select from spent)
$$;

-- Deletes challenges an hour after they expired. Called by a job of features/people/passkeys.
create or replace function delete_expired_passkey_challenges() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from spent_passkey_challenges where expires_at < public.moment() - interval '1 hour'
$$;

-- Writes the audit entry when the passkey is an administrator's. Called by add_passkey(), rename_passkey() and
-- remove_passkeys().
create or replace function record_own_passkey(
  of_audience text, subject uuid, what text, from_address text, request text, was jsonb, is_now jsonb
) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if of_audience = 'admin' then
    perform record_about_administrator(subject, from_address, request, 'administrator.' || what, subject, '', was, is_now);
  end if;
end $$;

-- Adds a passkey. Returns `added`, `known` when an account already has this credential, or `full` when this account has
-- at_most passkeys. Called by features/people/passkeys.
create or replace function add_passkey(
  passkey uuid, of_audience text, subject uuid, credential bytea, key bytea, first_counter bigint, key_transports text[],
  backed_up boolean, named text, at_most integer, from_address text, request text
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Serialises additions to one account, so that the count is correct.
  perform pg_advisory_xact_lock(hashtextextended('passkeys of ' || subject, 0));
  if (select count(*) from passkeys where subject_id = subject and audience = of_audience) >= at_most then
    return 'full';
  end if;
  insert into passkeys (
    id, audience, subject_id, credential_id, public_key, counter, transports, is_backed_up, label
  ) values (
    passkey, of_audience, subject, credential, key, first_counter, key_transports, backed_up, named
  ) on conflict (credential_id) do nothing;
  if not found then return 'known'; end if;
  perform record_own_passkey(
    of_audience, subject, 'passkey-added', from_address, request, '{}',
    jsonb_build_object('passkeyId', passkey, 'label', named)
  );
  return 'added';
end $$;

-- Renames a passkey; returns false when the account has no such passkey. Called by features/people/passkeys. Locks
-- the row, whose former label goes into the audit log.
create or replace function rename_passkey(
  passkey uuid, of_audience text, subject uuid, named text, from_address text, request text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was passkeys;
begin
  select * into was from passkeys where id = passkey and subject_id = subject and audience = of_audience for update;
  if not found then return false; end if;
  update passkeys set label = named where id = passkey;
  perform record_own_passkey(
    of_audience, subject, 'passkey-renamed', from_address, request,
    jsonb_build_object('passkeyId', passkey, 'label', was.label),
    jsonb_build_object('passkeyId', passkey, 'label', named)
  );
  return true;
end $$;

-- Removes one passkey of an account, or all; returns the labels of the removed passkeys. Called by
-- features/people/passkeys.
create or replace function remove_passkeys(
  of_audience text, subject uuid, only_one uuid, from_address text, request text
) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed text[];
begin
  with gone as (
    delete from passkeys
    where subject_id = subject and audience = of_audience and (only_one is null or id = only_one)
    returning label
  )
  select coalesce(array_agg(label), '{}') into removed from gone;
  if cardinality(removed) > 0 then
    perform record_own_passkey(
      of_audience, subject, 'passkey-removed', from_address, request,
      jsonb_build_object('passkeyId', coalesce(only_one::text, 'all'), 'labels', to_jsonb(removed)), '{}'
    );
  end if;
  return removed;
end $$;

-- Removes the passkeys of all members of a merchant that is closed. Called by features/people/passkeys.
create or replace function remove_passkeys_of_merchant(merchant uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from passkeys
  where audience = 'merchant' and subject_id in (select id from merchant_staff where merchant_id = merchant)
$$;

-- Records a use of a passkey. Returns false when the authenticator's counter has not increased, because two devices
-- then have the same key. Called by features/people/passkeys.
create or replace function record_passkey_use(passkey uuid, new_counter bigint, backed_up boolean) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (
    update passkeys set counter = new_counter, is_backed_up = backed_up, last_used_at = public.moment()
    where id = passkey and (new_counter > counter or (new_counter = 0 and counter = 0))
    returning 1
  )
  select exists (select from used)
$$;
