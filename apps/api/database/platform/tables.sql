-- Trigram indexes find words of names; btree_gin adds a merchant's id to the same index. PostgreSQL ships both
-- extensions, and the owner of a database may create them.
create schema extensions;
create extension pg_trgm schema extensions;
create extension btree_gin schema extensions;

-- The difference between the product's clock and the database's clock: zero, except while the demo plays its history
-- in the past. Until then it is a constant in the function's body, so the planner inlines it at no cost. Only the owner
-- can change it (set_clock_offset()). Column defaults call these clocks, so they belong to the tables and no
-- migration run resets them.
create function clock_offset() returns interval language sql immutable parallel safe
return interval '0';

-- The offset while the clock is shifted; otherwise empty. clock_offset() then reads this row.
create table shifted_clock (
  ahead_ms double precision not null,
  is_only_row boolean primary key default true check (is_only_row)
);

-- The product's now(): the start of the transaction. Called by column defaults, functions and stores.
create function moment() returns timestamptz language sql stable parallel safe
return now();

-- The start of the SQL statement. For timestamps of a statement that follows the one that took the lock. Called by
-- features/money and mpesa/orders.
create function statement_moment() returns timestamptz language sql stable parallel safe
return statement_timestamp();

-- The time of this call, unlike now(). For timestamps that must follow the order in which transactions got a lock: the
-- SQL statement may have waited for it.
create function clock_moment() returns timestamptz language sql volatile parallel safe
return clock_timestamp();

-- The words of a name for searches, each after a space: in small letters, without accents and apostrophes. Ng’ang’a-Kĩmani
-- gives " nganga kimani". nameWords() in packages/contract splits a typed name into the same words. Indexes contain this
-- text, so a change of this function needs a migration that rebuilds them. The collation gives the same text in
-- databases of all locales.
create function folded_name(name text) returns text language sql immutable parallel safe
return ' ' || trim(regexp_replace(
  lower(regexp_replace(
    normalize(name, NFKD) collate pg_c_utf8,
    ' ?[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670]|[''`\u00ad\u02b9-\u02df\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2060-\u206f\ua78c\ufeff]',
    '', 'g'
  )),
  '[^[:alnum:]]+', ' ', 'g'
));

-- The hash of each schema file in this database: a migration run (platform/db/migrate.ts) applies the files whose hash
-- differs. platform/db/usable-database.ts compares the hashes when a process starts.
create table schema_files (
  name text primary key,
  sha256 text not null,
  -- The version that applied the file; an older version does not change it.
  product_version text not null check (product_version ~ '^\d+(\.\d+)*$'),
  applied_at timestamptz not null default moment()
);

-- Whether a transaction was committed, for a process that lost the answer to COMMIT (platform/db/in-transaction.ts).
-- Every writing transaction inserts its id as its last statement. A process without an answer inserts the same id as
-- abandoned; the unique key lets only one of the two commit. pg_xact_status() is not reliable: after a crash,
-- PostgreSQL reuses a transaction number that was never flushed.
create table transaction_outcomes (
  id uuid primary key,
  is_abandoned boolean not null,
  at timestamptz not null default clock_moment()
);

-- Allowed transitions of states, checked by check_state_transition(). The tables.sql of each domain inserts its own
-- rows; scripts/generate-db-types.ts draws docs/states.md from them.
create table state_transitions (
  table_name text not null,
  from_state text not null,
  to_state text not null,
  primary key (table_name, from_state, to_state)
);

-- The latest runs of each job of the worker. The job queue itself deletes a run within the hour. Written and read by
-- platform/jobs/job-runs.ts.
create table job_runs (
  name text primary key check (length(name) <= 60),
  -- A job without a success for longer than this is late, and administrators are alerted.
  late_after_seconds integer not null check (late_after_seconds > 0),
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz
) with (fillfactor = 50);

-- Work that follows from a committed transaction: SMS, emails, push messages, announcements of redemptions, alerts to
-- the operator's system. enqueue_outbox() writes a row in that transaction; the workers in platform/outbox process it
-- afterwards.
create table outbox (
  id uuid primary key,
  topic text not null check (topic ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Sealed, because messages carry names, phone numbers and codes; removed once the row is done.
  payload bytea,
  dedupe_key text check (length(dedupe_key) between 1 and 300),
  -- True if a person waits for this message, such as a code. Urgent rows are processed first.
  is_urgent boolean not null default false,
  -- unknown: may have been sent, so it is not retried. dead: retries have ended, or the provider refused it for
  -- good.
  state text not null default 'pending' check (state in ('pending', 'done', 'dead', 'unknown')),
  created_at timestamptz not null default moment(),
  available_at timestamptz not null default moment(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Only the holder of the token may finish the row. Each lease has a new token, so a worker whose lease has expired
  -- changes nothing.
  lease_token uuid,
  lease_until timestamptz,
  last_error text check (length(last_error) <= 500),
  -- The provider's id of the sent message, which its delivery reports repeat.
  provider_id text check (length(provider_id) between 1 and 100),
  finished_at timestamptz,
  check ((lease_token is null) = (lease_until is null)),
  check ((state = 'pending') = (finished_at is null)),
  check (payload is not null or state = 'done')
) with (autovacuum_vacuum_scale_factor = 0.02);
create index outbox_done on outbox (finished_at) where state = 'done';
create index outbox_by_provider_id on outbox (provider_id) where provider_id is not null;
create index outbox_due on outbox (is_urgent, available_at, id) where state = 'pending';
-- For the page about the system's health.
create index outbox_given_up on outbox (finished_at) where state in ('dead', 'unknown');
create unique index outbox_once_per_topic on outbox (topic, dedupe_key) where dedupe_key is not null;

-- Names that are unique in the whole system: bill references, voucher codes, claim links, receipts. A unique key of a
-- money table begins with the home (the voucher, or the wallet's owner), so it cannot check across homes; this table
-- can. Written by features/services/unique-names; retire_voucher_name() and delete_stale_registrations() remove names.
create table unique_names (
  kind text not null,
  key text not null,
  home_id uuid not null,
  target_id uuid not null,
  primary key (kind, key)
);

-- Answers to requests with an idempotency key; a repeated request gets the same answer. Written by
-- platform/idempotency, with the caller as home, and by record_redemptions(), with the voucher as home.
create table idempotency_keys (
  home_id uuid not null,
  caller_id uuid not null,
  -- A hash of method, path and key.
  scope bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null default moment(),
  primary key (home_id, caller_id, scope)
);

-- Requests by each caller within the current minute, summed over all processes (platform/call-counts). Unlogged,
-- because a count matters for less than a minute and a commit need not wait for the disk. Empty after a crash or a
-- failover.
create unlogged table call_counts (
  key bytea primary key,
  since timestamptz not null,
  used bigint not null
) with (fillfactor = 50);

-- Running exports of all processes: each tenant may run only a few at once (http/export-places-store.ts). A place is
-- leased, so that the place of a crashed process becomes free.
create unlogged table export_places (
  tenant bytea not null,
  place integer not null,
  holder uuid not null,
  held_until timestamptz not null,
  primary key (tenant, place)
);

-- Sealed secrets that the application generates: the key pair of Web Push. Written by features/services/messages.
create table app_secrets (
  name text primary key,
  sealed bytea not null
);

-- The sealing keys of all processes, by their ids, so that a key can be replaced and dropped (docs/adr/0021). A sealed
-- value begins with the id of its key. Written by features/office/keys.
create table app_keys (
  -- Eight hexadecimal digits derived from the secret.
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  first_seen_at timestamptz not null default moment(),
  -- When a process first sealed with this key, and when a process first sealed with another key instead.
  sealing_since timestamptz,
  replaced_at timestamptz,
  -- When a process first started without this key, because no sealed value used it any more.
  dropped_at timestamptz,
  -- About once a minute, each process records its sealing key here. A recently used key is not dropped. npm run
  -- keys:rotate does not run while a process seals with another key.
  sealed_last_at timestamptz,
  sealed_last_by text
);

-- One row for each restore from a backup. The restored database lacks everything after the backup: pay-outs that were
-- made, vouchers that were spent. Until an operator opens it again, no order leaves and only administrators may sign
-- in. Written by features/services/restores.
create table restores (
  id uuid primary key,
  restored_at timestamptz not null default moment(),
  -- Time of the last transaction in the backup.
  known_until timestamptz not null,
  -- The lost system may have done everything that was due before this moment.
  ran_until timestamptz not null,
  opened_at timestamptz,
  check (ran_until >= known_until)
);
-- At most one restore is not opened.
create unique index restores_not_opened on restores ((true)) where opened_at is null;

-- One row for each backup that was written: an old latest one is an alert. Written by npm run backup as the owner; a
-- script of another tool inserts a row after each success.
create table backups (
  id uuid primary key default gen_random_uuid(),
  -- The program that made it, such as zawadi, pg_dump or pgbackrest.
  tool text not null check (length(tool) between 1 and 40),
  made_at timestamptz not null default moment(),
  -- Folder, file or address of the backup, without a password.
  place text not null check (length(place) between 1 and 400),
  bytes bigint check (bytes >= 0),
  -- When it was restored on trial, and why this failed. Written by npm run backup:check as the owner.
  restored_at timestamptz,
  restore_failure text check (length(restore_failure) between 1 and 400),
  check (restore_failure is null or restored_at is not null)
);
create index backups_newest on backups (made_at desc);
