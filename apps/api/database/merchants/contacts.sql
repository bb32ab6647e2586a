-- Records each change of a merchant's email address or phone in merchant_contact_history. Trigger of merchants.
create or replace function record_merchant_contact_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.contact_email <> old.contact_email then
    insert into merchant_contact_history (merchant_id, kind, former, present)
    values (new.id, 'email', masked_email(old.contact_email), masked_email(new.contact_email));
  end if;
  if new.contact_phone_msisdn <> old.contact_phone_msisdn then
    insert into merchant_contact_history (merchant_id, kind, former, present)
    values (new.id, 'phone', masked_msisdn(old.contact_phone_msisdn), masked_msisdn(new.contact_phone_msisdn));
  end if;
  return null;
end $$;

-- Changes a merchant's contact; null leaves a value unchanged. An administrator needs an approval to change the email
-- address or the phone. Of the staff, only the owner may change the email address, with the code that was sent to the
-- new address. The change uses up the code; without a valid code the function returns false. Called by
-- features/people/merchants. Locks the merchant before it compares the new contact with the current one.
create or replace function change_merchant_contact(
  merchant uuid, new_name text, new_email text, new_phone text, administrator uuid, approval uuid, member uuid, right_code uuid
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_moved boolean;
begin
  select coalesce(new_email <> contact_email, false) or coalesce(new_phone <> contact_phone_msisdn, false)
    into is_moved from merchants where id = merchant for no key update;
  if administrator is not null then
    perform require_administrator(administrator);
    if is_moved and not (
      is_being_approved(approval, 'merchant-contact', merchant) and exists (
        select from approvals
        where id = approval and (new_email is null or input->>'contactEmail' = new_email)
          and (new_phone is null or input->>'contactPhoneNumber' = new_phone)
      )
    ) then
      raise exception using errcode = 'ZA403', message = 'two administrators have not approved this';
    end if;
  elsif not exists (
    select from merchant_staff
    where id = member and merchant_id = merchant and status = 'ACTIVE'
      and (role = 'owner' or (role = 'manager' and new_email is null))
  ) then
    raise exception using errcode = 'ZA403', message = 'not a member who may change this';
  elsif new_email is not null then
    delete from one_time_codes
    where id = right_code and purpose = 'contact-email' and subject_id = member and target = new_email;
    if not found then return false; end if;
  end if;
  update merchants set
    contact_name = coalesce(new_name, contact_name),
    contact_email_changed_at = case when new_email <> contact_email then moment() else contact_email_changed_at end,
    contact_email = coalesce(new_email, contact_email),
    contact_phone_msisdn = coalesce(new_phone, contact_phone_msisdn),
    updated_at = moment()
  where id = merchant;
  return true;
end $$;

-- Reverts a change of the contact's email address, unless administrators made it. Returns false when the change can no
-- longer be reverted. Called by features/people/merchants.
create or replace function restore_merchant_email(change uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with restored as (
    update merchants m set contact_email = c.former, contact_email_changed_at = c.former_changed_at, updated_at = moment()
    from contact_changes c
    where c.id = change and c.audience = 'merchant' and c.kind = 'email' and c.expires_at > moment()
      and c.taken_back_at is null and not c.is_by_administrator and m.id = c.subject_id
    returning m.id
  )
  select exists (select from restored)
$$;
