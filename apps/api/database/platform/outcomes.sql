-- A batch of redemptions writes in its cell and on the coordinator, and has to be committed on both: on Citus it notes an
-- outcome as other transactions do, in a table that Citus knows, so that it commits in two phases.
create or replace function note_outcome(outcome uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into transaction_outcomes (id, is_abandoned) values (outcome, false);
end $$;

-- Nothing asks after ten minutes; a day is kept for people.
create or replace function forget_transaction_outcomes() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from transaction_outcomes where at < public.moment() - interval '1 day'
$$;
