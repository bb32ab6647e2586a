-- Shifts the product's clock, so that the demo can play its history. Called by platform/db/clock-offset.ts as the
-- owner: the function runs with its caller's rights, so a right to execute it is not enough. The first shift replaces
-- the function bodies, and every session plans its statements again; further shifts change only a row. Without an
-- offset, restores the function bodies of tables.sql, so that query plans are the same.
create or replace function set_clock_offset(amount interval) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  kind text := 'STABLE';
  body text := '(SELECT ahead_ms * interval ''1 millisecond'' FROM public.shifted_clock)';
  ms double precision := extract(epoch from amount) * 1000;
  addition text := ' + public.clock_offset()';
begin
  if amount = interval '0' then
    delete from public.shifted_clock;
    kind := 'IMMUTABLE';
    body := format('interval %L', amount);
    addition := '';
  else
    update public.shifted_clock set ahead_ms = ms;
    if found then
      return;
    end if;
    insert into public.shifted_clock (ahead_ms) values (ms);
  end if;
  execute format('CREATE OR REPLACE FUNCTION public.clock_offset() RETURNS interval LANGUAGE sql %s '
    || 'PARALLEL SAFE RETURN %s', kind, body);
  execute 'CREATE OR REPLACE FUNCTION public.moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN now()' || addition;
  execute 'CREATE OR REPLACE FUNCTION public.statement_moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN statement_timestamp()' || addition;
  execute 'CREATE OR REPLACE FUNCTION public.clock_moment() RETURNS timestamptz LANGUAGE sql VOLATILE '
    || 'PARALLEL SAFE RETURN clock_timestamp()' || addition;
end $$;
