-- Records each change of a verified contact in user_contact_history; deletes the history of a deleted account. Trigger
-- of users.
create or replace function record_contact_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'DELETED' then
    delete from user_contact_history where user_id = new.id;
    return null;
  end if;
  if new.email <> old.email then
    insert into user_contact_history (user_id, kind, former, present)
    values (new.id, 'email', masked_email(old.email), masked_email(new.email));
  end if;
  if new.phone_msisdn is distinct from old.phone_msisdn then
    insert into user_contact_history (user_id, kind, former, present)
    values (new.id, 'phone', masked_msisdn(old.phone_msisdn), masked_msisdn(new.phone_msisdn));
  end if;
  return null;
end $$;

-- Reverts a change of phone: the account gets its former number back. If another account has verified that number
-- since, the former number is only pending. Returns false when the change can no longer be reverted. Called by
-- features/people/users.
create or replace function restore_phone(change uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with own as (
    select c.*, c.former_verified_at is not null and not exists (
      select from users u where u.phone_msisdn = c.former and u.id <> c.subject_id
    ) as again
    from contact_changes c
    where c.id = change and c.audience = 'consumer' and c.kind = 'phone' and c.expires_at > public.moment()
      and c.taken_back_at is null
  ), restored as (
    update users u set phone_msisdn = case when own.again then own.former end,
      phone_verified_at = case when own.again then own.former_verified_at end,
      pending_phone_msisdn = case when not own.again then nullif(own.former, '') end,
      phone_changed_at = own.former_changed_at
    from own where u.id = own.subject_id and u.status <> 'DELETED'
    returning u.id
  )
  select exists (select from restored)
$$;

-- Verifies the pending phone number of an account and uses up the code sent to the number. If another account has
-- verified this number, the number becomes pending there. Returns nulls when the code was used before, or when another
-- number is pending. Called by features/people/users.
create or replace function verify_phone(
  person uuid, msisdn text, right_code uuid,
  out own_email text, out own_language text, out is_change boolean, out former_email text, out former_language text
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from one_time_codes
  where id = right_code and target = msisdn
    and (purpose = 'claim' or (purpose = 'phone' and subject_id = person));
  if not found then return; end if;
  if not exists (
    select from users where id = person and pending_phone_msisdn = msisdn and status <> 'DELETED'
  ) then return; end if;
  update users set phone_msisdn = null, phone_verified_at = null,
    pending_phone_msisdn = coalesce(pending_phone_msisdn, phone_msisdn)
  where phone_msisdn = msisdn and id <> person
  returning email, language into former_email, former_language;
  update users set phone_msisdn = pending_phone_msisdn, phone_verified_at = moment(), pending_phone_msisdn = null,
    phone_first_verified_at = coalesce(phone_first_verified_at, moment()),
    phone_changed_at = case
      when phone_first_verified_at is null and pending_phone_msisdn = signup_phone_msisdn then phone_changed_at
      else moment()
    end
  where id = person
  returning email, language, coalesce(phone_changed_at = moment(), false) into own_email, own_language, is_change;
end $$;

-- Whether no new account may have this phone number: an account has verified it, an account can still revert to it
-- ("this was not me"), or an open lost-contact case names it. Called by verify_calling_phone() and features/people/users.
create or replace function is_phone_taken(phone text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from users u where u.phone_msisdn = phone)
    or exists (
      select from contact_changes c
      where c.former = phone and c.audience = 'consumer' and c.kind = 'phone' and c.former_verified_at is not null
        and c.expires_at > moment() and c.taken_back_at is null
    )
    or exists (select from lost_contact_cases l where l.msisdn = phone and l.ended_at is null)
$$;

-- Verifies the phone number of a new account: the mobile operator names it as the caller of a USSD session, so no code is
-- needed. Returns false for a number that is taken, and for every account but one without a password that this
-- transaction has inserted. Called by features/people/users.
create or replace function verify_calling_phone(person uuid, caller text) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with verified as (
    update users set phone_msisdn = pending_phone_msisdn, phone_verified_at = moment(), pending_phone_msisdn = null,
      phone_first_verified_at = moment()
    where id = person and pending_phone_msisdn = caller and phone_first_verified_at is null
      and email_verified_at is null and status = 'ACTIVE' and password_hash = '' and created_at = moment()
      and not is_phone_taken(caller)
    returning id
  )
  select exists (select from verified)
$$;

-- Records each phone number that an account verifies; deletes all numbers of a deleted account. Trigger of users.
create or replace function record_proven_phone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'DELETED' then
    delete from proven_phones where user_id = new.id;
  elsif new.phone_msisdn is not null and new.phone_verified_at is not null then
    insert into proven_phones (msisdn, user_id, proven_at)
    values (new.phone_msisdn, new.id, new.phone_verified_at)
    on conflict (msisdn, user_id) do update set proven_at = excluded.proven_at;
  end if;
  return null;
end $$;

-- Deletes phone numbers that were verified more than 90 days ago. Called by a job of features/merchants/fraud.
create or replace function delete_old_proven_phones() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from proven_phones where proven_at < moment() - interval '90 days'
$$;

-- Confirms the email address of an account that has neither a verified email address nor a verified phone, and removes
-- its pending contacts. Returns false when the account has a verified contact. Called by features/people/users after a
-- password reset through that address.
create or replace function confirm_email_by_reset(person uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with confirmed as (
    update users set email_verified_at = moment(), pending_email = null, pending_phone_msisdn = null
    where id = person and email_verified_at is null and phone_msisdn is null
    returning id
  )
  select exists (select from confirmed)
$$;

-- Makes the phone number of a lost-contact case the account's verified number and unfreezes the wallet. From then on,
-- the password and the lost email address prove nothing. Returns `replaced`, `early` before the 72 hours are over, or
-- why the case fails: `not-me`, `contact-changed`, `number-taken`. Called by features/people/lost-contacts, which locks
-- the user first, as an owner's objection does.
create or replace function replace_lost_phone(lost_case uuid) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  c lost_contact_cases;
  u users;
begin
  select * into c from lost_contact_cases where id = lost_case and ended_at is null for update;
  if not found or c.started_at > moment() - interval '72 hours' or not exists (
    select from approvals a
    where a.id = c.id and a.kind = 'lost-contacts' and a.subject_id = c.user_id::text and a.closed_as = 'APPROVED'
  ) then return 'early'; end if;
  select * into u from users where id = c.user_id for no key update;
  if u.wallet_frozen_by is distinct from 'lost-contacts' then return 'not-me'; end if;
  if greatest(u.phone_changed_at, u.email_changed_at) > c.started_at then return 'contact-changed'; end if;
  if exists (select from users o where o.phone_msisdn = c.msisdn and o.id <> u.id) then return 'number-taken'; end if;
  update users set phone_msisdn = c.msisdn, phone_verified_at = moment(), pending_phone_msisdn = null,
    phone_first_verified_at = coalesce(phone_first_verified_at, moment()),
    -- Time of the announcement, 72 hours ago, so that a password reset by SMS works at once.
    phone_changed_at = c.started_at, email_verified_at = null, pending_email = null,
    password_doubted_at = moment(), session_version = session_version + 1,
    wallet_frozen_at = null, wallet_frozen_by = null, wallet_opens_at = null
  where id = u.id and status <> 'DELETED';
  return 'replaced';
end $$;

-- Removes an unverified email address from an account with a verified phone, because the link of another account is
-- about to confirm the same address. Returns the account that lost the address, or nulls. Called by
-- features/people/users.
create or replace function free_unproven_email(link bytea, out loser uuid, out msisdn text, out language text, out address text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  -- Placeholder address. Random: a sign-up with it beforehand would make the update below fail.
  nowhere text := gen_random_uuid() || '@no-address.invalid';
begin
  select u.id, v.email into person, address
  from user_email_verifications v join users u on u.id = v.user_id and u.pending_email = v.email and u.status <> 'DELETED'
  where v.token_hash = link and v.expires_at > moment();
  if not found then return; end if;
  -- Ordered by id, because two accounts may confirm each other's address at the same moment.
  perform from users u where u.id = person or u.email = address order by u.id for no key update;
  update users u set email = nowhere
  where u.email = address and u.id <> person and u.email_verified_at is null and u.phone_msisdn is not null
    and u.status <> 'DELETED'
  returning u.id, u.phone_msisdn, u.language into loser, msisdn, language;
  if loser is null then
    address := null;
    return;
  end if;
  -- Reverting an earlier change must not bring the address back.
  update contact_changes c set former = nowhere, former_verified_at = null
  where c.audience = 'consumer' and c.subject_id = loser and c.kind = 'email' and c.former = address;
  delete from one_time_codes c where c.subject_id = loser and c.target = address;
end $$;

-- Whether an account can still revert to this former email address: for 72 hours after a change. False if the address
-- was unverified and the phone verified, because the address may then belong to another person. Called by
-- confirm_pending_email() and features/people/users.
create or replace function is_address_kept(change contact_changes) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select change.audience = 'consumer' and change.kind = 'email'
    and change.expires_at > moment() and change.taken_back_at is null
    and (
      change.former_verified_at is not null
      or not exists (select from users u where u.id = change.subject_id and u.phone_msisdn is not null)
    )
$$;

-- Verifies the pending email address of an account and returns the former address. Returns null when this address is
-- not pending, or when another account can revert to it. The first address of an account without verified contacts does
-- not count as a change. Called by features/people/users. Locks the user, so that the former address is current.
create or replace function confirm_pending_email(person uuid, address text) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with waiting as (
    select id, email from users where id = person and pending_email = address and status <> 'DELETED' for no key update
  )
  update users u set email = address, email_verified_at = moment(), pending_email = null,
    email_changed_at = case
      when w.email like '%@no-address.invalid' and u.phone_msisdn is null then u.email_changed_at
      else moment()
    end
  from waiting w where u.id = w.id and not exists (
    select from contact_changes c where c.former = address and c.subject_id <> person and is_address_kept(c)
  )
  returning w.email
$$;

-- Reverts a change of email address: the account gets its former address, or no address if another account has that
-- address now. Returns false when the change can no longer be reverted. Called by features/people/users.
create or replace function restore_email(change uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with own as (
    select c.*, not exists (select from users u where u.email = c.former and u.id <> c.subject_id) as is_free
    from contact_changes c
    where c.id = change and c.audience = 'consumer' and c.kind = 'email' and c.expires_at > moment()
      and c.taken_back_at is null
  ), restored as (
    update users u set email = case when own.is_free then own.former else gen_random_uuid() || '@no-address.invalid' end,
      email_verified_at = case when own.is_free then own.former_verified_at end,
      email_changed_at = own.former_changed_at, pending_email = null
    from own where u.id = own.subject_id and u.status <> 'DELETED'
    returning u.id
  )
  select exists (select from restored)
$$;
