-- A sum over cells of several nodes may see a transaction that has been committed on one of them and not yet on another.
-- Every transaction writes its outcome as its last statement and keeps that lock until it has been committed on every node:
-- who holds this one knows that none is between the two. It waits for commits that are under way, and holds up others, so it
-- is held for a moment only, and not asked for at all on one PostgreSQL.
-- False where a node has a prepared transaction left, as after a crash: what it wrote shows on other nodes already.
create or replace function public.hold_commits(longest_wait_ms integer) returns boolean language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_closed boolean := true;
begin
  perform set_config('lock_timeout', longest_wait_ms || 'ms', true);
  lock table transaction_outcomes in share mode;
  if exists (select from pg_extension where extname = 'citus') then
    execute $command$
      select bool_and(success and result = 'f') from run_command_on_workers(
        'SELECT EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database() AND gid LIKE ''citus%'')'
      )
    $command$ into is_closed;
  end if;
  return coalesce(is_closed, true);
end $$;
