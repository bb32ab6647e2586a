-- Reschedules an unsent gift, to now when no time is chosen. The gift is then valid for 24 months from that time, or
-- until a later day that an administrator has set. Returns false when the gift can no longer be rescheduled. Called by
-- features/money/vouchers, which holds the lock of the voucher's value. Locks the voucher's row, from which it computes
-- the last day.
create or replace function reschedule_gift(voucher uuid, buyer uuid, chosen timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gift vouchers%rowtype;
  instant timestamptz := moment();
  delivery timestamptz := coalesce(chosen, instant);
begin
  if delivery not between instant and instant + interval '367 days' then return false; end if;
  select * into gift from vouchers
  where id = voucher and buyer_id = buyer
    and closed_as is null and announced_at is null and deliver_at > instant
  for update;
  if not found then return false; end if;
  if gift.expires_at <= last_moment_of_validity(gift.deliver_at) then gift.expires_at := null; end if;
  gift.expires_at := greatest(last_moment_of_validity(delivery), gift.expires_at);
  if chosen is null then gift.announced_at := instant; end if;
  update vouchers set
    deliver_at = delivery, announced_at = gift.announced_at, expires_at = gift.expires_at
  where id = voucher;
  return true;
end $$;

-- Gives an unopened gift another recipient, a new code, alias and claim link, for its buyer, and records the activity.
-- Returns false when the gift can no longer be corrected. Called by features/money/vouchers.
create or replace function correct_recipient(
  voucher uuid, buyer uuid, new_name text, new_msisdn text, new_email text, sealed_code bytea,
  last_four text, sealed_alias bytea, sealed_token bytea, correction uuid
) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update vouchers set recipient_name = new_name, recipient_msisdn = new_msisdn, recipient_email = new_email,
    code_sealed = sealed_code, code_last_four = last_four, alias_sealed = sealed_alias, claim_token_sealed = sealed_token,
    corrections = corrections + 1, sms_sent_at = null,
    message_states = '{}'
  where id = voucher and buyer_id = buyer and opened_at is null and closed_as is null
    and (sms_sent_at is null or sms_sent_at > moment() - interval '24 hours');
  if not found then return false; end if;
  insert into voucher_activities (voucher_id, id, kind, actor_kind, actor_id)
  values (voucher, correction, 'CORRECTED', 'consumer', buyer);
  return true;
end $$;
