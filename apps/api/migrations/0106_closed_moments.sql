-- A sum over cells of several nodes may see a transaction that has been committed on one of them and not yet on another.
-- Every transaction writes its outcome as its last statement and keeps that lock until it has been committed on every node:
-- who holds this one knows that none is between the two. It waits for commits that are under way, and holds up others, so it
-- is held for a moment only, and not asked for at all on one PostgreSQL.
-- False where a node has a prepared transaction left, as after a crash: what it wrote shows on other nodes already.
CREATE FUNCTION public.hold_commits(longest_wait_ms integer) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_closed boolean := true;
BEGIN
  PERFORM set_config('lock_timeout', longest_wait_ms || 'ms', true);
  LOCK TABLE transaction_outcomes IN SHARE MODE;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE $command$
      SELECT bool_and(success AND result = 'f') FROM run_command_on_workers(
        'SELECT EXISTS (SELECT FROM pg_prepared_xacts WHERE database = current_database() AND gid LIKE ''citus%'')'
      )
    $command$ INTO is_closed;
  END IF;
  RETURN coalesce(is_closed, true);
END $$;
REVOKE ALL ON FUNCTION public.hold_commits(integer) FROM public;
GRANT EXECUTE ON FUNCTION public.hold_commits(integer) TO zawadi_app;
