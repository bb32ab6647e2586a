-- Masks a phone number: its owner recognises it, others cannot call it. Called by erase_user(),
-- record_contact_change() and record_merchant_contact_change().
create or replace function masked_msisdn(msisdn text) returns text
language sql immutable as $$ select left(msisdn, 4) || '****' || right(msisdn, 3) $$;

-- Masks an email address: its owner recognises it, others cannot write to it. Called by record_contact_change() and
-- record_merchant_contact_change().
create or replace function masked_email(email text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select left(email, 1) || '***@' || split_part(email, '@', 2)
$$;
