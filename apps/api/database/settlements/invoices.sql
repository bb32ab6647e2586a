-- Issues an invoice; returns its number, or null when the merchant already has one for the month. Called by
-- features/merchants/invoices. Locks the row of the latest number, so that numbers have no gap.
create or replace function issue_invoice(
  invoice uuid, merchant uuid, of_month date, fee bigint, vat bigint, said jsonb
) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  new_number integer;
begin
  select latest + 1 into strict new_number from invoice_numbers for update;
  -- A separate statement, because its snapshot has to begin after the lock is held.
  if exists (select from invoices where merchant_id = merchant and month = of_month) then
    return null;
  end if;
  insert into invoices (id, number, merchant_id, month, fee_cents, vat_cents, content)
  values (invoice, new_number, merchant, of_month, fee, vat, said);
  update invoice_numbers set latest = new_number;
  return new_number;
end $$;
