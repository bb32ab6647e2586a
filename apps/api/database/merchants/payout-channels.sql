-- Whether two administrators have to release a new channel, because it might pay a fraudster. True if settlements are
-- held. Also true if within seven days an approval changed the contact or the owner's password, or an adjustment
-- or goodwill credited the merchant. Called by set_payout_channel().
create or replace function payout_channel_needs_approval(merchant uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from merchants where id = merchant and settlements_held_since is not null)
    or exists (
      select from approvals
      where subject_id = merchant::text and kind in ('merchant-contact', 'owner-reset') and closed_as = 'APPROVED'
        and closed_at > moment() - interval '7 days'
    )
    or exists (
      select from adjustments
      where merchant_id = merchant and amount_cents > 0 and posted_at > moment() - interval '7 days'
    )
    or exists (
      select from posting_requests where merchant_id = merchant and posted_at > moment() - interval '7 days'
    )
$$;

-- Adds a channel for the owner; returns its version and when it takes effect. The first channel takes effect at once, a
-- later one after 24 hours, or at `infinity` until two administrators have released it. Called by
-- features/people/merchants. Locks the merchant, so that versions are consecutive.
create or replace function set_payout_channel(
  merchant uuid, member uuid, new_kind text, new_number text, new_account text, new_bank text,
  out new_version integer, out counts_at timestamptz
)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from merchants where id = merchant for no key update;
  if not exists (
    select from merchant_staff
    where id = member and merchant_id = merchant and role = 'owner' and status = 'ACTIVE'
  ) then
    raise exception using errcode = 'ZA403', message = 'not the owner of the merchant';
  end if;
  select coalesce(max(version), 0) + 1,
    case
      when payout_channel_needs_approval(merchant) then 'infinity'
      when count(*) filter (where effective_at <= moment() and ended_at is null) = 0 then moment()
      else moment() + interval '24 hours'
    end
    into new_version, counts_at
  from merchant_payout_channels where merchant_id = merchant;
  insert into merchant_payout_channels (
    merchant_id, version, kind, number, account_number, bank_name, set_by, effective_at
  ) values (merchant, new_version, new_kind, new_number, new_account, new_bank, member, counts_at);
end $$;

-- Releases the latest channel after an approval; returns when it takes effect. A change takes effect 24 hours after it
-- was set at the earliest. Returns null when another channel has replaced it. Called by features/people/merchants.
-- Locks the merchant, as set_payout_channel() does.
create or replace function release_payout_channel(merchant uuid, of_version integer, approval uuid) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  counts_at timestamptz;
begin
  perform from merchants where id = merchant for no key update;
  if not is_being_approved(approval, 'payout-channel', merchant) or not exists (
    select from approvals where id = approval and (input->>'version')::integer = of_version
  ) then
    raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
  end if;
  update merchant_payout_channels c set effective_at = case
    when exists (
      select from merchant_payout_channels former
      where former.merchant_id = merchant and former.version < of_version
        and former.effective_at <= moment() and former.ended_at is null
    ) then greatest(moment(), c.set_at + interval '24 hours')
    else moment()
  end
  where c.merchant_id = merchant and c.version = of_version and c.ended_at is null and c.effective_at = 'infinity'
    and not exists (
      select from merchant_payout_channels later where later.merchant_id = merchant and later.version > of_version
    )
  returning c.effective_at into counts_at;
  return counts_at;
end $$;

-- Ends the latest channel if it has not taken effect yet; returns false otherwise. Called by features/people/merchants,
-- which has locked the merchant.
create or replace function end_waiting_channel(merchant uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update merchant_payout_channels c set ended_at = moment()
  where c.merchant_id = merchant and c.effective_at > moment() and c.ended_at is null
    and c.version = (select max(version) from merchant_payout_channels where merchant_id = merchant);
  return found;
end $$;
