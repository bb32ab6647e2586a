create or replace function settle_search() returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform gin_clean_pending_list('public.redemptions_by_name'::regclass);
end $$;
