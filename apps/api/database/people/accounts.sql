-- Freezes an account and ends its sessions, or unfreezes it. Returns false when the account already has that status or
-- is deleted. The application cannot write the status directly. Called by features/office/admin-users.
create or replace function freeze_user(person uuid, is_frozen boolean) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with changed as (
    update users set status = case when is_frozen then 'FROZEN' else 'ACTIVE' end,
      session_version = session_version + case when is_frozen then 1 else 0 end
    where id = person and status = case when is_frozen then 'ACTIVE' else 'FROZEN' end
    returning id
  )
  select exists (select from changed)
$$;

-- Deletes an account: removes personal data from the account and its payments; amounts, references and receipts stay.
-- Returns false if the account was already deleted. Called by features/people/users.
create or replace function erase_user(person uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update users set status = 'DELETED', deleted_at = moment(), first_name = 'Deleted', last_name = 'account',
      email = 'deleted-' || id || '@deleted.invalid', email_verified_at = null, pending_email = null,
      phone_msisdn = null, phone_verified_at = null, pending_phone_msisdn = null, signup_phone_msisdn = null,
      password_hash = '', session_version = session_version + 1, notifications = false, email_alerts = false
    where id = person and status <> 'DELETED'
    returning id
  ), paid_out as (
    update withdrawals w set recipient_name = 'Deleted account', recipient_email = '', paid_to_name = null,
      msisdn = masked_msisdn(w.msisdn)
    from erased where w.user_id = erased.id
  ), paid_in as (
    update purchases p set payer_msisdn = masked_msisdn(p.payer_msisdn) from erased where p.buyer_id = erased.id
    returning p.home_id, p.id
  ), without_language as (
    delete from ussd_numbers n using users u where u.id = person and n.msisdn = u.phone_msisdn
  ), ordered as (
    update orders o set party = masked_msisdn(o.party)
    where (o.kind = 'withdrawal' and o.home_id in (select id from erased))
      or (o.kind = 'purchase' and (o.home_id, o.owner_id) in (select home_id, id from paid_in))
  )
  select exists (select from erased)
$$;

-- Deletes purchases that are still unpaid 24 hours after registration, with their gifts and their rows in unique_names;
-- returns the number of purchases. Called by a job of features/money/purchases.
create or replace function delete_stale_registrations() returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from purchases where status = 'REGISTERED' and registered_at < moment() - interval '24 hours'
    returning home_id, id, bill_reference
  ), without_gifts as (
    delete from purchase_gifts g using deleted d where g.home_id = d.home_id
  ), without_names as (
    delete from unique_names u
    using deleted d cross join lateral (values ('purchase', d.id::text), ('bill_reference', d.bill_reference)) n (kind, key)
    where u.kind = n.kind and u.key = n.key
  )
  select count(*) from deleted
$$;

-- Copies the beginning and end of each wallet freeze from users to wallet_freezes. Trigger of users.
create or replace function record_wallet_freeze() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'DELETED' then
    delete from wallet_freezes where user_id = new.id;
  elsif new.wallet_frozen_at is distinct from old.wallet_frozen_at then
    -- If the former freeze ended by waiting, users still has its columns: only the next freeze replaces them.
    update wallet_freezes set opened_at = least(old.wallet_opens_at, moment()),
      opened_by = case
        when old.wallet_opens_at <= moment() then 'waiting'
        when old.wallet_frozen_by = 'lost-contacts' then 'support'
        else 'code'
      end
    where user_id = new.id and opened_at is null;
    if new.wallet_frozen_at is not null then
      insert into wallet_freezes (user_id, frozen_at, frozen_by)
      values (new.id, new.wallet_frozen_at, new.wallet_frozen_by);
    end if;
  else
    update wallet_freezes set frozen_by = new.wallet_frozen_by
    where user_id = new.id and opened_at is null and frozen_by <> new.wallet_frozen_by;
  end if;
  return null;
end $$;
