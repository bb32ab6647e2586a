-- Inserts a transaction's outcome within a statement of one cell. Called for one-call redemptions (notingOutcome() in
-- platform/db/in-transaction.ts), which also write the outbox on the coordinator: a write in a table that Citus knows
-- makes Citus commit them in two phases, on both nodes or on neither.
create or replace function note_outcome(outcome uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into transaction_outcomes (id, is_abandoned) values (outcome, false);
end $$;

-- Deletes old outcomes. Called by a daily job (platform/db/in-transaction.ts). No process asks for an outcome after
-- ten minutes; a day is kept for people.
create or replace function forget_transaction_outcomes() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from transaction_outcomes where at < public.moment() - interval '1 day'
$$;
