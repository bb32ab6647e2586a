-- Retires one name of the voucher of a gift whose recipient was corrected. A retired code spends nothing any more, but what
-- was answered to it is repeated; a retired claim link finds nothing. Names are distributed by themselves, so each is
-- retired on the node that has it.
create or replace function retire_voucher_name(in_key text, voucher uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update unique_names set kind = 'former_voucher_code'
  where kind = 'voucher_code' and key = in_key and target_id = voucher;
  delete from unique_names where kind = 'claim_token' and key = in_key and target_id = voucher;
end $$;
