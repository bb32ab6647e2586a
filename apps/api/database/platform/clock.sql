-- Shifts the product's clock, so that the demo can play its history. Called by platform/db/clock-offset.ts as the
-- owner: the function runs with its caller's rights, so a right to execute it is not enough. Without an offset,
-- restores the function bodies of tables.sql, so that query plans are the same.
create or replace function set_clock_offset(amount interval) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  addition text := case when amount = interval '0' then '' else format(' + interval %L', amount) end;
begin
  execute format('CREATE OR REPLACE FUNCTION public.clock_offset() RETURNS interval LANGUAGE sql IMMUTABLE '
    || 'PARALLEL SAFE RETURN interval %L', amount);
  execute 'CREATE OR REPLACE FUNCTION public.moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN now()' || addition;
  execute 'CREATE OR REPLACE FUNCTION public.statement_moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN statement_timestamp()' || addition;
  execute 'CREATE OR REPLACE FUNCTION public.clock_moment() RETURNS timestamptz LANGUAGE sql VOLATILE '
    || 'PARALLEL SAFE RETURN clock_timestamp()' || addition;
end $$;
