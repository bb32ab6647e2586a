-- Parts of a name. Two extensions that every PostgreSQL brings and any owner may switch on.
create schema extensions;
create extension pg_trgm schema extensions;
create extension btree_gin schema extensions;

-- The time that the product lives by. While the demo's history is played it stands in the past, otherwise it is now().
-- The offset is a constant in a function's body, not a row or a setting: the planner inlines it, so that it costs
-- nothing, replacing it makes every session plan again, and only the owner of the functions can replace it, by
-- set_clock_offset. Column defaults read these clocks, so they belong to the tables and no migration run resets them.
create function clock_offset() returns interval language sql immutable parallel safe
return interval '0';

create function moment() returns timestamptz language sql stable parallel safe
return now();

create function statement_moment() returns timestamptz language sql stable parallel safe
return statement_timestamp();

create function clock_moment() returns timestamptz language sql volatile parallel safe
return clock_timestamp();

-- A cell is one of 256 parts into which the homes of money fall, by the last byte of their ids. On one PostgreSQL it is a
-- column more; a database that Citus distributes keeps each cell whole on one node. docs/adr/0024-cells.md has the
-- reasons. Checks of columns named cell repeat its body: calling it would cost every INSERT a look-up.
create function cell_of(home uuid) returns smallint language sql immutable parallel safe
return get_byte(uuid_send(home), 15);

-- Which text of each file of the schema this database has, so that a migration run applies those that changed.
create table schema_files (
  name text primary key,
  sha256 text not null,
  -- The version that applied it: an older one leaves the file as it is.
  product_version text not null check (product_version ~ '^\d+(\.\d+)*$'),
  applied_at timestamptz not null default moment()
);

-- What became of a transaction whose COMMIT got no answer. Each transaction that wrote anything adds its id as its last
-- statement; whoever lost the answer adds the same id marked `is_abandoned`. The unique key makes the two meet: the second
-- waits until the first is committed or rolled back, and exactly one of them is there afterwards.
-- pg_xact_status() alone can't tell it: after a crash a number that was never flushed is given to another transaction.
create table transaction_outcomes (
  id uuid primary key,
  is_abandoned boolean not null,
  at timestamptz not null default clock_moment()
);

-- Which state may follow which. The documents draw their diagrams from this table.
create table state_transitions (
  table_name text not null,
  from_state text not null,
  to_state text not null,
  primary key (table_name, from_state, to_state)
);

-- When each job of the worker last ran. The job queue itself forgets within the hour.
create table job_runs (
  name text primary key check (length(name) <= 60),
  -- A job that has not succeeded for so long needs somebody.
  late_after_seconds integer not null check (late_after_seconds > 0),
  last_started_at timestamptz,
  last_succeeded_at timestamptz,
  last_failed_at timestamptz
) with (fillfactor = 50);

-- What follows from a committed effect (SMS, e-mail, webhooks): written in the effect's own transaction,
-- carried out afterwards by the workers in apps/api/src/platform/outbox.
create table outbox (
  id uuid primary key,
  topic text not null check (topic ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Sealed by the application, because messages carry names, phone numbers and codes; gone once done.
  payload bytea,
  dedupe_key text check (length(dedupe_key) between 1 and 300),
  -- Somebody waits for it: it goes before everything that is not, however much of that there is.
  is_urgent boolean not null default false,
  -- unknown: it may have happened and must not be repeated blindly. dead: given up or refused for good.
  state text not null default 'pending' check (state in ('pending', 'done', 'dead', 'unknown')),
  created_at timestamptz not null default moment(),
  available_at timestamptz not null default moment(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Whoever holds the token may finish the row. A new lease brings a new token, so a worker that wakes up
  -- after its lease can no longer.
  lease_token uuid,
  lease_until timestamptz,
  last_error text check (length(last_error) <= 500),
  finished_at timestamptz,
  check ((lease_token is null) = (lease_until is null)),
  check ((state = 'pending') = (finished_at is null)),
  check ((payload is not null) or state = 'done')
) with (autovacuum_vacuum_scale_factor = 0.02);
create index outbox_done on outbox (finished_at) where state = 'done';
create index outbox_due on outbox (is_urgent, available_at, id) where state = 'pending';

-- What the page about the system's health reads by index.
create index outbox_given_up on outbox (finished_at) where state in ('dead', 'unknown');
create unique index outbox_once_per_topic on outbox (topic, dedupe_key) where dedupe_key is not null;

-- Purchases, vouchers and withdrawals. Every table with money in it begins its key with the home of that money
-- (the voucher, or the wallet's owner); what must be unique everywhere lives in small look-up tables of its own.
create table unique_names (
  kind text not null,
  key text not null,
  home_id uuid not null,
  target_id uuid not null,
  primary key (kind, key)
);

-- The request's scope (method, path, key) is a hash because the path of a redemption carries the voucher's code.
create table idempotency_keys (
  home_id uuid not null,
  merchant_id uuid not null,
  scope bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null default moment(),
  cell smallint not null,
  primary key (home_id, merchant_id, scope),
  constraint idempotency_keys_cell_check check (cell = get_byte(uuid_send(home_id), 15))
);

-- How often each caller has called within its present minute, for all processes together. Unlogged: a count is worth less
-- than its minute, and without the log of changes its commits wait for no disk. After a crash or on a new leader it is empty.
create unlogged table call_counts (
  key bytea primary key,
  since timestamptz not null,
  used bigint not null
) with (fillfactor = 50);

-- The files of lists that are being made, for all processes together: a tenant has a few places. A lease, because a process
-- that dies leaves without a word.
create unlogged table export_places (
  tenant bytea not null,
  place integer not null,
  holder uuid not null,
  held_until timestamptz not null,
  primary key (tenant, place)
);

-- Secrets of the application itself that outlive its keys: the key pair of Web Push.
create table app_secrets (
  name text primary key,
  sealed bytea not null
);

-- Keys that can be changed: what is sealed begins with the id of its key, and the ids in use are known. docs/adr/0021
-- says what is sealed, hashed and derived, and how each of it comes under another key.
create table app_keys (
  -- Eight hexadecimal digits derived from the secret.
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  first_seen_at timestamptz not null default moment(),
  -- When a process first sealed with it, and when one first sealed with another one instead.
  sealing_since timestamptz,
  replaced_at timestamptz,
  -- When a process first started without it, nothing being under it any more.
  dropped_at timestamptz,
  -- A process says about once a minute that it seals with its first key, and which process it is: a key that is still sealed
  -- with is neither dropped nor left behind by keys:rotate.
  sealed_last_at timestamptz,
  sealed_last_by text
);

-- A database that was brought back to an earlier moment does not know what happened after it: pay-outs that were made,
-- vouchers that were spent. From the restore until an operator opens it again no order leaves, and only administrators
-- get in. One row for each restore.
create table restores (
  id uuid primary key,
  restored_at timestamptz not null default moment(),
  -- What the database knows ends here.
  known_until timestamptz not null,
  -- What fell due up to here may have been done by the system that was lost.
  ran_until timestamptz not null,
  opened_at timestamptz,
  check (ran_until >= known_until)
);
create unique index restores_not_opened on restores ((true)) where opened_at is null;
