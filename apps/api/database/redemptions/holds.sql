-- What shops hold of a voucher. Volatile, so that a statement that waits for the lock of the voucher's balance reads what
-- was committed meanwhile.
create or replace function held_cents(voucher uuid) returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(sum(amount_cents), 0)::bigint from holds where voucher_id = voucher and status = 'OPEN');
end $$;
