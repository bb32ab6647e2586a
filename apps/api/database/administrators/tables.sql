-- Administrators and their roles. Written by the functions of accounts.sql only, each of which also writes the audit
-- log.
create table administrators (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('administrator', 'finance', 'support', 'read-only')),
  password_hash text not null,
  session_version integer not null default 1,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null default moment(),
  must_change_password boolean not null default false,
  -- A temporary password works for three days only, because others may read it in a mailbox or on a screen. This column
  -- counts only while must_change_password is set; every new password resets the column.
  temporary_password_until timestamptz not null default moment() + interval '72 hours',
  constraint administrators_email_is_unique unique (email)
);

-- Admissions: an administrator admits another administrator by adding or enabling the account, or by raising its role.
-- These two may not be requester and approver of the same request (features/services/approvals), so rows are never
-- deleted. An account that a command on the server has added has no row. Written by add_administrator() and
-- change_administrator(), with the time of the first admission.
create table administrator_admissions (
  administrator_id uuid not null references administrators,
  admitted_by uuid not null references administrators,
  admitted_at timestamptz not null,
  primary key (administrator_id, admitted_by),
  check (administrator_id <> admitted_by)
);

-- Daily sums of administrators' failed sign-ins, so that an attacker cannot fill the audit log. Written by
-- record_administrator_failure(); open_session() copies the sum to the audit log and deletes the row.
create table administrator_failures (
  administrator_id uuid not null references administrators,
  what text not null check (what in ('sign-in-failed', 'second-factor-failed', 'locked-out')),
  since timestamptz not null default moment(),
  failures integer not null default 1,
  primary key (administrator_id, what)
);

-- Decisions that one administrator carried out without an approval. Their amounts are summed over a day and over 30
-- days, for each administrator and for each beneficiary. So splitting an amount, even among administrators, does not
-- evade the approval. Written by features/services/approvals.
create table single_person_decisions (
  id uuid primary key,
  administrator_id uuid not null references administrators,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  amount_cents bigint not null check (amount_cents >= 0),
  decided_at timestamptz not null default moment(),
  -- The account that received the money.
  beneficiary text check (length(beneficiary) between 1 and 80)
);
create index single_person_decisions_for_beneficiary
  on single_person_decisions (beneficiary, decided_at)
  where beneficiary is not null;
create index single_person_decisions_of_administrator on single_person_decisions (administrator_id, decided_at);

-- Administrators who have switched the daily mail on. Written by features/office/daily-mail.
create table daily_mails (
  administrator_id uuid primary key references administrators,
  -- Full hour in Nairobi.
  at_hour smallint not null check (at_hour between 5 and 22),
  language text not null check (language in ('en', 'sw')),
  -- The latest Nairobi day whose mail was sent, or on which none was due.
  last_day date not null
);

-- Filters of a list of the admin area, saved by an administrator under a name. Written by features/office/saved-views.
create table saved_views (
  id uuid primary key,
  administrator_id uuid not null references administrators,
  list text not null check (length(list) between 1 and 200),
  name text not null check (length(name) between 1 and 60),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 6000),
  -- A period that moves with the day, instead of days in the filters.
  period text
    check (
      period in ('today', 'yesterday', 'last-7-days', 'last-30-days', 'this-month', 'last-month', 'last-year')
    ),
  is_shared boolean not null,
  saved_at timestamptz not null default moment(),
  constraint saved_views_name_is_unique unique (administrator_id, list, name)
);
create index saved_views_shared on saved_views (list) where is_shared;

-- Actions of administrators, in a tamper-evident order: every entry has the hash of the one before. Written by
-- append_audit() only; the application may read it.
create table audit_log (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  -- Null for the system itself and for a command on the server.
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
-- Finds administrators who showed masked contacts in full, for a fraud rule that runs every few seconds.
create index audit_log_contacts_shown on audit_log (at) where action = 'contact.shown';
-- Finds the audit entries of an API request by its request id, which the caller sees in a refusal.
create index audit_log_by_request on audit_log (request_id);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, seq desc);
-- Finds entries about subjects that have no name, by the short reference of the subject: the end of its id.
create index audit_log_by_subject_end on audit_log (right(subject_id, 12));
-- For searches by parts of an action, a name, a reason or an id. Without it, a search with few matches scans the whole
-- log.
create index audit_log_by_words
  on audit_log
  using gin (lower(action || ' ' || actor_name || ' ' || subject_id || ' ' || reason) extensions.gin_trgm_ops);

-- The last entry of audit_log. append_audit() locks this row to order the entries. To keep that lock short, the entry
-- is the last write of its transaction.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash bytea not null
);

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
