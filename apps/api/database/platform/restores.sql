-- Closes a moment: while its lock is held, no transaction is committed on some nodes and not on others. Called by
-- platform/db/closed-moment.ts where Citus spreads money. Every transaction inserts its outcome last and keeps that
-- lock until it is committed on every node, so SHARE waits for commits under way and delays new ones: held for a
-- moment only.
create or replace function public.hold_commits(longest_wait_ms integer) returns boolean language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_closed boolean := true;
begin
  perform set_config('lock_timeout', longest_wait_ms || 'ms', true);
  lock table transaction_outcomes in share mode;
  -- False while a node has a prepared transaction left, as after a crash: other nodes show its writes already.
  if exists (select from pg_extension where extname = 'citus') then
    execute $command$
      select bool_and(success and result = 'f') from run_command_on_workers(
        'SELECT EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database() AND gid LIKE ''citus%'')'
      )
    $command$ into is_closed;
  end if;
  return coalesce(is_closed, true);
end $$;
