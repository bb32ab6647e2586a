create table administrators (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null check (length(name) between 1 and 80),
  staff_role text not null check (staff_role in ('administrator', 'finance', 'support', 'read-only')),
  password_hash text not null,
  session_version integer not null default 1,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default moment(),
  must_change_password boolean not null default false,
  -- A password that somebody else has made lies in a mailbox or on a screen, so it is good for three days only. Whoever
  -- has replaced it is not concerned: this counts while must_change_password is set, and begins anew with every password.
  temporary_password_until timestamptz not null default (moment() + '72:00:00'::interval),
  -- Who let somebody in among the operator's people, or gave them another role, and when: for a day the two do not count
  -- as two people. Nobody for those whom a command on the server has made.
  let_in_by uuid references administrators,
  let_in_at timestamptz,
  constraint administrators_email_is_unique unique (email),
  check ((let_in_by is null) = (let_in_at is null)),
  check (let_in_by <> id)
);

-- Who has let whom in among the operator's people, by adding, enabling or raising them. Kept for good, also when another
-- administrator gives the next role: the two are never maker and checker of the same thing.
create table administrator_admissions (
  administrator_id uuid not null references administrators,
  let_in_by uuid not null references administrators,
  let_in_at timestamptz not null,
  primary key (administrator_id, let_in_by),
  check (administrator_id <> let_in_by)
);

-- What went wrong at the sign-in of an administrator, by day; sums, because a stranger must not fill the audit log.
create table administrator_failures (
  administrator_id uuid not null references administrators,
  what text not null check (what in ('sign-in-failed', 'second-factor-failed', 'locked-out')),
  since timestamptz not null default moment(),
  failures integer not null default 1,
  primary key (administrator_id, what)
);

-- What administrators did about money without a second one; what one of them did within a day counts together.
create table lone_decisions (
  id uuid primary key,
  administrator_id uuid not null references administrators,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  amount_cents bigint not null check (amount_cents >= 0),
  decided_at timestamptz not null default moment(),
  -- What administrators decide alone adds up over a day and over 30 days, for each of them and for each beneficiary, so that
  -- neither patience nor a circle of colleagues evades the second person.
  beneficiary text check (length(beneficiary) between 1 and 80)
);
create index lone_decisions_for_beneficiary on lone_decisions (beneficiary, decided_at) where beneficiary is not null;
create index lone_decisions_of_administrator on lone_decisions (administrator_id, decided_at);

-- What people of ours did, in an order nobody can change unnoticed: every entry carries the hash of the one before.
-- The application may add entries and read them, and nothing else.
create table audit_log (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  -- Nobody when the system itself, or a command on the server, did it.
  actor_id uuid,
  actor_name text not null,
  address text not null,
  request_id text not null,
  action text not null check (action ~ '^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$'),
  subject_kind text not null,
  subject_id text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_by_action on audit_log (action text_pattern_ops, seq desc);
create index audit_log_by_actor on audit_log (actor_id, seq desc);
create index audit_log_by_moment on audit_log (at);

-- The request that an entry was written by, whose id a refusal shows.
create index audit_log_by_request on audit_log (request_id);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, seq desc);

-- Subjects without a name are listed by their short reference.
create index audit_log_by_subject_end on audit_log ("right"(subject_id, 12));

-- The audit log is searched by parts of what was done, of a name, a reason or an id. Without an index a search that finds
-- little reads the whole log.
create index audit_log_by_words
  on audit_log using gin (lower(((((((action || ' ') || actor_name) || ' ') || subject_id) || ' ') || reason)) extensions.gin_trgm_ops);

-- The end of the chain. Its lock puts entries in order, so an entry is the last thing its transaction writes.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
