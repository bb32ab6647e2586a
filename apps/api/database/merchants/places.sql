-- Adds the main place of a new merchant, so that every merchant has one. Trigger of merchants.
create or replace function add_main_place() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into merchant_places (id, merchant_id, name) values (new.id, new.id, 'Main shop');
  return null;
end $$;
