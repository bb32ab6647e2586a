-- Rights are those of the caller, so that the right to execute it would not be enough to set the clock. Bodies without
-- an offset leave plans as they would be with now() itself.
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
