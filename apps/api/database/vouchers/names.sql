-- Retires a code, alias or claim link after a gift's recipient was corrected. Code and alias then only repeat earlier answers;
-- the claim link opens no gift. Called by features/money/vouchers.
create or replace function retire_voucher_name(in_key text, voucher uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An alias may be that of a voucher of long ago: there are only so many.
  delete from unique_names where kind = 'former_voucher_code' and key = in_key;
  update unique_names set kind = 'former_voucher_code'
  where kind = 'voucher_code' and key = in_key and target_id = voucher;
  delete from unique_names where kind = 'claim_token' and key = in_key and target_id = voucher;
end $$;
