-- Moves the names of new redemptions from the pending list of redemptions_by_name into the index itself. The worker
-- calls it every few seconds (features/money/redemptions), so that no redemption pays the cost.
create or replace function flush_search_index() returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform gin_clean_pending_list('public.redemptions_by_name'::regclass);
end $$;
