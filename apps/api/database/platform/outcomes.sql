-- Deletes old outcomes. Called by a daily job (platform/db/in-transaction.ts). No process asks for an outcome after
-- ten minutes; a day is kept for people.
create or replace function forget_transaction_outcomes() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from transaction_outcomes where at < public.moment() - interval '1 day'
$$;
