-- Returns the sum of a voucher's open holds. Volatile: an SQL statement that has waited for the lock of the voucher's
-- balance then also reads the holds committed during the wait.
create or replace function held_cents(voucher uuid) returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(sum(amount_cents), 0)::bigint from holds where voucher_id = voucher and status = 'OPEN');
end $$;
