-- Returns the hash of an audit entry. jsonb_build_array separates the fields, so that no two entries have the same
-- text. Called by append_audit() and verify_audit().
create or replace function audit_hash(entry audit_log) returns bytea language sql immutable
set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), entry.seq,
    (extract(epoch from entry.at) * 1000000)::bigint,
    entry.actor_id, entry.actor_name, entry.address, entry.request_id, entry.action, entry.subject_kind,
    entry.subject_id, entry.reason, entry.before, entry.after
  )::text, 'UTF8'))
$$;

-- Appends an entry to the audit log. Called by features/services/audit for every action, by features/services/restores,
-- record_administrator_failure() and record_about_administrator(). Locks audit_head, so that the entries form one
-- chain.
create or replace function append_audit(
  actor_id uuid, actor_name text, address text, request_id text, action text, subject_kind text, subject_id text,
  reason text, before jsonb, after jsonb
) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
  entry audit_log;
begin
  select * into head from audit_head for update;
  entry := row(
    head.seq + 1, public.clock_moment(), actor_id, actor_name, address, request_id, action, subject_kind, subject_id,
    reason, before, after, head.hash, null
  );
  entry.hash := audit_hash(entry);
  insert into audit_log select entry.*;
  update audit_head set seq = entry.seq, hash = entry.hash;
  return entry.seq;
end $$;

-- Counts the entries and returns the first invalid one: an entry whose hash does not follow from the entry before it,
-- or an entry past the end that audit_head records. Called by features/services/audit.
create or replace function verify_audit(out entries bigint, out broken_at bigint, out head_hash bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with checked as (
    select l.seq,
      l.hash = audit_hash(l)
      and l.previous_hash = coalesce(lag(l.hash) over (order by l.seq), decode(repeat('00', 32), 'hex'))
      and l.seq = coalesce(lag(l.seq) over (order by l.seq), 0) + 1 as is_sound
    from audit_log l
  )
  select (select count(*) from checked),
    coalesce(
      (select min(seq) from checked where not is_sound),
      (
        select least(h.seq, last.seq) + 1
        from audit_head h
        left join lateral (select seq, hash from audit_log order by seq desc limit 1) last on true
        where (h.seq, h.hash) is distinct from (coalesce(last.seq, 0), coalesce(last.hash, decode(repeat('00', 32), 'hex')))
      )
    ),
    (select hash from audit_head)
$$;

-- Writes the audit entry of a change to an administrator's account. The functions that change accounts, passkeys,
-- second factors and sessions call this function, so that the application cannot make such a change without an entry.
create or replace function record_about_administrator(
  actor uuid, from_address text, request text, what text, person uuid, why text, was jsonb, is_now jsonb
) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select append_audit(
    actor, coalesce((select name from administrators where id = actor), 'Command'), from_address, request, what, 'administrator',
    person::text, why, was, is_now
  )
$$;
