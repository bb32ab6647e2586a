-- Deletes the bodies of messages that were applied long ago; returns the number of bodies. Keeps the bodies of the last
-- 90 days, of open orders and of open reviews. Called by a job of features/money/callbacks. Skips a message that
-- another transaction has locked.
create or replace function delete_provider_message_bodies(older_than interval, at_most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed bigint;
  open_orders uuid[];
begin
  if older_than < interval '90 days' then
    raise exception 'messages of the last 90 days are kept' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(array_agg(o.id), '{}') into open_orders
  from orders o where o.state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN');
  with old as (
    select m.id from provider_messages m
    where m.body_removed_at is null and m.processed_at < public.moment() - older_than
      and not exists (
        select from reviews r where r.resolved_at is null and r.subject_id in (m.id, m.target_id, m.home_id)
      )
      and not coalesce(m.target_id = any (open_orders), false)
    order by m.processed_at limit at_most for update skip locked
  )
  update provider_messages m set body = 'null', body_removed_at = public.moment() from old where m.id = old.id;
  get diagnostics removed = row_count;
  return removed;
end $$;
