-- What one administrator asks for and another one has to approve before it happens.
create table approvals (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 80),
  summary text not null check (length(summary) between 1 and 400),
  amount_cents bigint not null check (amount_cents >= 0),
  reason text not null check (length(reason) between 1 and 400),
  -- What the deed needs to be carried out; checked by the feature it belongs to. Never a secret.
  input jsonb not null,
  -- The product opens some requests by itself, without a requester. The first administrator who approves becomes the requester.
  requested_by uuid references administrators,
  requested_at timestamptz not null default moment(),
  expires_at timestamptz not null,
  closed_as text check (closed_as in ('APPROVED', 'REJECTED', 'EXPIRED', 'OUTDATED')),
  -- Nobody when it expired.
  closed_by uuid references administrators,
  closed_at timestamptz,
  closed_reason text check (length(closed_reason) <= 400),
  -- How the money would move, in words that checker and audit log read. What is approved is what happens: a request whose
  -- amount or way has changed since is outdated, and has to be made again.
  way text check (length(way) between 1 and 300),
  -- Why a request needs a second administrator, and what those who may decide about it were told.
  -- The rule as it was when it was asked; null for what was asked before this was kept.
  because text check (because in ('always', 'amount', 'day', 'month')),
  from_cents bigint check (from_cents >= 0),
  -- What counted together with it.
  alone_cents bigint check (alone_cents >= 0),
  -- By mail: that it waits, and that it is about to lapse.
  told_at timestamptz,
  reminded_at timestamptz,
  -- Who asked for something is told once how it ended. What has ended before is not told of.
  asker_told_at timestamptz,
  check ((closed_as is null) = (closed_at is null)),
  check (coalesce((closed_as in ('APPROVED', 'REJECTED')), false) = (closed_by is not null)),
  constraint approvals_need_requester check ((closed_as is distinct from 'APPROVED') or (requested_by is not null)),
  constraint approvals_need_two check (closed_as <> 'APPROVED' or closed_by <> requested_by)
);
create index approvals_about on approvals (subject_id, requested_at desc, id desc);
create index approvals_asker_not_told on approvals (closed_at) where (closed_as is not null) and asker_told_at is null;
create index approvals_newest on approvals (requested_at desc, id desc);

-- The same thing is asked for once at a time.
create unique index approvals_open on approvals (kind, subject_id) where closed_as is null;
create index approvals_waiting on approvals (expires_at) where closed_as is null;

-- What a person has to look at: money that fits nothing, contradictions, payments that stay unknown.
create table reviews (
  id uuid primary key,
  kind text not null,
  subject_id uuid not null,
  details jsonb not null,
  raised_at timestamptz not null default moment(),
  resolved_at timestamptz,
  resolved_by uuid references administrators,
  resolution text check (length(resolution) between 1 and 400),
  -- A case of the same kind can come again about the same payment: money of a wrong amount is other money with every
  -- receipt, and waits for its own decision.
  occurrence text not null default '' check (length(occurrence) <= 100),
  constraint reviews_are_raised_once unique (kind, subject_id, occurrence),
  check ((resolved_at is not null) or ((resolved_by is null) and (resolution is null)))
);
create index reviews_about on reviews (subject_id);
create index reviews_newest on reviews (raised_at desc, id desc);
create index reviews_open on reviews (raised_at desc, id desc) where resolved_at is null;

-- What needs an administrator and would otherwise be seen too late: one row from the first sign to the end of each trouble.
create table alerts (
  id uuid primary key,
  kind text not null,
  -- Which of several of its kind; empty where there is one.
  subject text not null default '',
  details jsonb not null,
  first_at timestamptz not null default moment(),
  last_at timestamptz not null default moment(),
  acknowledged_at timestamptz,
  acknowledged_by uuid references administrators,
  resolved_at timestamptz,
  mailed_at timestamptz,
  -- What the operator's own system was last told of it.
  posted_as text check (posted_as in ('raised', 'resolved')),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index alerts_by_time on alerts (first_at desc, id desc);
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;

-- Settings that administrators change while the system runs: fees and limits, what counts as unusual, and the wording
-- of messages. A version stays for ever; the latest whose time has come is in force, and without any what the
-- configuration or the program says.
create table setting_versions (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  -- Null is back to what we began with.
  value jsonb check (length(value::text) < 20000),
  effective_from timestamptz not null,
  reason text not null check (length(reason) between 1 and 400),
  changed_by uuid not null references administrators,
  changed_at timestamptz not null default clock_moment(),
  withdrawn_at timestamptz,
  approval_id uuid references approvals,
  check (withdrawn_at < effective_from)
);
create index setting_versions_in_order on setting_versions (name, effective_from desc, changed_at desc, id desc);

-- What the operator switches on and off while the system runs. The present state is one row for each feature, locked by
-- whoever changes it; how it came about stays in the changes, to which the application can only add.
create table feature_switches (
  name text primary key,
  is_on boolean not null default false
);

insert into feature_switches (name) values ('redeemByCode'), ('cardPayment');

create table feature_switch_changes (
  id uuid primary key,
  name text not null references feature_switches,
  is_on boolean not null,
  reason text not null check (length(reason) <= 200),
  changed_by uuid not null references administrators,
  changed_at timestamptz not null default moment()
);
create index feature_switch_changes_by_name on feature_switch_changes (name, changed_at desc);
