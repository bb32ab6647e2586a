-- A phone number that can be recognised and not used. Called by erase_user() and note_contact().
create or replace function masked_msisdn(msisdn text) returns text
language sql immutable as $$ select left(msisdn, 4) || '****' || right(msisdn, 3) $$;

-- An email address that can be recognised and not used. Called by note_contact().
create or replace function masked_email(email text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;
