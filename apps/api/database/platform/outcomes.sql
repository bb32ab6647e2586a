-- Deletes rows of transaction_outcomes older than a day. Called by a daily job (platform/db/in-transaction.ts). No
-- process reads a row after ten minutes; operators may, when they investigate a fault.
create or replace function delete_old_transaction_outcomes() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from transaction_outcomes where at < public.moment() - interval '1 day'
$$;
