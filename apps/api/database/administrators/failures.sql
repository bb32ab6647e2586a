-- Counts a failed sign-in of an administrator. Writes an audit entry for the first failure within a day, the tenth, the
-- hundredth, and so on. Does nothing if the account does not exist. Called by features/people/sessions.
create or replace function record_administrator_failure(person uuid, what_failed text, from_address text, request text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  counted administrator_failures;
begin
  if not exists (select from administrators where id = person) then return; end if;
  insert into administrator_failures as f (administrator_id, what) values (person, what_failed)
  on conflict (administrator_id, what) do update set
    failures = case when f.since < public.moment() - interval '1 day' then 1 else f.failures + 1 end,
    since = case when f.since < public.moment() - interval '1 day' then public.moment() else f.since end
  returning * into counted;
  if counted.failures in (1, 10, 100, 1000, 10000, 100000) then
    perform append_audit(
      null, 'Unknown', from_address, request, 'administrator.' || what_failed, 'administrator', person::text, '', '{}',
      jsonb_build_object('failures', counted.failures, 'since', counted.since)
    );
  end if;
end $$;
