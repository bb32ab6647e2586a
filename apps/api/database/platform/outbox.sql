-- Writes outbox rows; skips a row whose topic and dedupe key exist. Called by platform/outbox/enqueue.ts. Inserts in
-- the order of topic and key, so that two transactions with the same keys wait for each other instead of deadlocking.
create or replace function enqueue_outbox(
  ids uuid[], topics text[], payloads bytea[], dedupe_keys text[], urgent boolean[], due timestamptz[]
) returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into outbox (id, topic, payload, dedupe_key, is_urgent, available_at)
  select t.id, t.topic, t.payload, t.dedupe_key, t.is_urgent, coalesce(t.available_at, public.moment())
  from unnest(ids, topics, payloads, dedupe_keys, urgent, due)
    as t (id, topic, payload, dedupe_key, is_urgent, available_at)
  order by t.topic, t.dedupe_key
  on conflict (topic, dedupe_key) where dedupe_key is not null do nothing
$$;
