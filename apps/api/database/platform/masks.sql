-- Enough of a number to recognise it, not enough to use it.
create or replace function masked_msisdn(msisdn text) returns text
language sql immutable as $$ select left(msisdn, 4) || '****' || right(msisdn, 3) $$;

create or replace function masked_email(email text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;
