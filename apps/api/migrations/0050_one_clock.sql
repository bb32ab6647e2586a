-- The time that the product lives by. While the demo's history is played it stands in the past, otherwise it is now().
-- The offset is a constant in a function's body, not a row or a setting: the planner inlines it, so that it costs
-- nothing, replacing it makes every session plan again, and only the owner of the functions can replace it.
CREATE FUNCTION clock_offset() RETURNS interval LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN interval '0';

CREATE FUNCTION moment() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN now();

CREATE FUNCTION statement_moment() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN statement_timestamp();

CREATE FUNCTION clock_moment() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN clock_timestamp();

-- Rights are those of the caller, so that the right to execute it would not be enough to set the clock. Bodies without
-- an offset leave plans as they would be with now() itself.
CREATE FUNCTION set_clock_offset(amount interval) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  addition text := CASE WHEN amount = interval '0' THEN '' ELSE format(' + interval %L', amount) END;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION public.clock_offset() RETURNS interval LANGUAGE sql IMMUTABLE '
    || 'PARALLEL SAFE RETURN interval %L', amount);
  EXECUTE 'CREATE OR REPLACE FUNCTION public.moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN now()' || addition;
  EXECUTE 'CREATE OR REPLACE FUNCTION public.statement_moment() RETURNS timestamptz LANGUAGE sql STABLE '
    || 'PARALLEL SAFE RETURN statement_timestamp()' || addition;
  EXECUTE 'CREATE OR REPLACE FUNCTION public.clock_moment() RETURNS timestamptz LANGUAGE sql VOLATILE '
    || 'PARALLEL SAFE RETURN clock_timestamp()' || addition;
END $$;
REVOKE ALL ON FUNCTION set_clock_offset FROM public;

-- What earlier migrations made reads the same clock from now on. Rewritten in place, because sixty defaults and forty
-- functions written out again would hide that nothing else about them changes; owners, rights and settings stay.
CREATE FUNCTION pg_temp.by_our_clock(source text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(source,
    '\m(pg_catalog\.)?now\(\)', 'public.moment()', 'gi'),
    '\m(pg_catalog\.)?statement_timestamp\(\)', 'public.statement_moment()', 'gi'),
    '\m(pg_catalog\.)?clock_timestamp\(\)', 'public.clock_moment()', 'gi')
$$;

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p
    WHERE p.pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND p.prokind = 'f'
      AND p.proname NOT IN ('clock_offset', 'moment', 'statement_moment', 'clock_moment', 'set_clock_offset')
      AND pg_temp.by_our_clock(pg_get_functiondef(p.oid)) <> pg_get_functiondef(p.oid)
  LOOP
    EXECUTE pg_temp.by_our_clock(one.definition);
  END LOOP;
  FOR one IN
    SELECT d.adrelid::regclass AS relation, a.attname, pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_attrdef d
    JOIN pg_class c ON c.oid = d.adrelid
    JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND a.attgenerated = ''
      AND c.relname NOT LIKE 'kysely\_%'
      AND pg_temp.by_our_clock(pg_get_expr(d.adbin, d.adrelid)) <> pg_get_expr(d.adbin, d.adrelid)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s',
      one.relation, one.attname, pg_temp.by_our_clock(one.expression));
  END LOOP;
END $$;

DROP FUNCTION pg_temp.by_our_clock;
