-- Names of redemptions are found by their parts. New ones wait in the index's own list of what is pending, which
-- searches read too; whichever batch filled that list (4 MB) also had to empty it, and everybody waited. Now the worker
-- empties it every few seconds, and a batch only where no worker runs, when there is this much (in kB).
ALTER INDEX redemptions_by_name SET (gin_pending_list_limit = 65536);

CREATE FUNCTION settle_search() RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM gin_clean_pending_list('public.redemptions_by_name'::regclass);
END $$;
REVOKE ALL ON FUNCTION settle_search FROM public;
GRANT EXECUTE ON FUNCTION settle_search TO zawadi_app;
