-- Requests by one administrator that another administrator has to approve before they are executed. Written by
-- features/services/approvals for the actions of all features.
create table approvals (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,39}$'),
  subject_kind text not null check (length(subject_kind) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 80),
  summary text not null check (length(summary) between 1 and 400),
  amount_cents bigint not null check (amount_cents >= 0),
  reason text not null check (length(reason) between 1 and 400),
  -- The input of the action, validated by the feature that executes it. Never a secret.
  input jsonb not null,
  -- Null for a request that the product opened, until an administrator approves it: see approve_first().
  requested_by uuid references administrators,
  requested_at timestamptz not null default moment(),
  expires_at timestamptz not null,
  closed_as text check (closed_as in ('APPROVED', 'REJECTED', 'EXPIRED', 'OUTDATED')),
  -- Null when the request expired or is outdated.
  closed_by uuid references administrators,
  closed_at timestamptz,
  closed_reason text check (length(closed_reason) <= 400),
  -- How the money would move, as a sentence for approvers and the audit log. If this or the amount has changed since,
  -- the request is outdated and an administrator has to make a new one.
  way text check (length(way) between 1 and 400),
  -- Why the request needs a second administrator, by the rule in force when it was made. amount: its own amount is too
  -- high. day, month: its amount and the single_person_decisions of that day or month are too high together. role: the
  -- requester's role may only ask.
  because text check (because in ('always', 'amount', 'day', 'month', 'role')),
  from_cents bigint check (from_cents >= 0),
  -- Sum of the single_person_decisions by the requester, or for the beneficiary, within that day or month.
  done_alone_cents bigint check (done_alone_cents >= 0),
  -- When the other administrators were mailed about the request, and when they were reminded before it expires.
  approvers_notified_at timestamptz,
  approvers_reminded_at timestamptz,
  -- When the requester was mailed how the request ended.
  requester_notified_at timestamptz,
  check ((closed_as is null) = (closed_at is null)),
  check (coalesce(closed_as in ('APPROVED', 'REJECTED'), false) = (closed_by is not null)),
  constraint approvals_need_requester check (closed_as is distinct from 'APPROVED' or requested_by is not null),
  constraint approvals_need_two check (closed_as <> 'APPROVED' or closed_by <> requested_by)
);
create index approvals_about on approvals (subject_id, requested_at desc, id desc);
create index approvals_requester_not_notified on approvals (closed_at) where closed_as is not null and requester_notified_at is null;
create index approvals_newest on approvals (requested_at desc, id desc);
-- At most one open request for each kind and subject.
create unique index approvals_open on approvals (kind, subject_id) where closed_as is null;
create index approvals_waiting on approvals (expires_at) where closed_as is null;

-- Cases for an administrator: money without an owner, contradicting answers, payments of unknown outcome. Raised by
-- features/money and features/mpesa through features/services/reviews, where administrators resolve them.
create table reviews (
  id uuid primary key,
  kind text not null,
  subject_id uuid not null,
  details jsonb not null,
  raised_at timestamptz not null default moment(),
  resolved_at timestamptz,
  resolved_by uuid references administrators,
  resolution text check (length(resolution) between 1 and 400),
  -- Distinguishes cases of one kind about one payment: for example, each receipt of a wrong amount is a case of its
  -- own.
  occurrence text not null default '' check (length(occurrence) <= 100),
  constraint reviews_are_raised_once unique (kind, subject_id, occurrence),
  check (resolved_at is not null or (resolved_by is null and resolution is null))
);
create index reviews_about on reviews (subject_id);
create index reviews_newest on reviews (raised_at desc, id desc);
-- Finds unmatched money from the page of the purchase whose reference the payer typed.
create index reviews_naming on reviews (upper(details ->> 'billReference')) where kind = 'money_without_purchase';
create index reviews_open on reviews (raised_at desc, id desc) where resolved_at is null;

-- Conditions that need an administrator soon: one row for each, from the first detection to the end. Written by
-- features/services/alerts, whose job detects them, mails them and posts them to the operator's own system.
create table alerts (
  id uuid primary key,
  kind text not null,
  -- Distinguishes alerts of one kind; empty if the kind has only one.
  subject text not null default '',
  details jsonb not null,
  first_at timestamptz not null default moment(),
  last_at timestamptz not null default moment(),
  acknowledged_at timestamptz,
  acknowledged_by uuid references administrators,
  resolved_at timestamptz,
  mailed_at timestamptz,
  -- The state that was last posted to the operator's own system.
  posted_as text check (posted_as in ('raised', 'resolved')),
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create index alerts_by_time on alerts (first_at desc, id desc);
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;

-- Versions of settings that administrators change at run time: fees and limits, fraud rules, wordings of messages.
-- Written by add_setting_version() and never deleted. The latest version whose effective_from has passed is in force.
-- Without one, the default applies, from the configuration or the program.
create table setting_versions (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  -- Null restores the default.
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

-- Feature switches: one row for each feature that was ever switched. Written by set_feature_switch(), which locks the
-- row.
create table feature_switches (
  name text primary key,
  is_on boolean not null default false
);

insert into feature_switches (name) values ('redeemByCode'), ('cardPayment'), ('basket'), ('giftsFromWallet'),
  ('giftPhotos'), ('settlementsOnDemand'), ('aliases'), ('ussd');

-- The history of feature_switches. Written by set_feature_switch(); the application cannot change it.
create table feature_switch_changes (
  id uuid primary key,
  name text not null references feature_switches,
  is_on boolean not null,
  reason text not null check (length(reason) <= 200),
  changed_by uuid not null references administrators,
  changed_at timestamptz not null default moment()
);
create index feature_switch_changes_by_name on feature_switch_changes (name, changed_at desc);

-- Stops. From its start to its end, a stop refuses new purchases, claims, redemptions, withdrawals or settlements with
-- its sentence. One administrator starts a stop; two of them, or the command on the server, end it. Written by
-- features/services/stops.
create table stops (
  id uuid primary key,
  name text not null check (name in ('buying', 'claiming', 'redeeming', 'withdrawing', 'settling')),
  sentence_en text not null check (length(sentence_en) between 1 and 200),
  sentence_sw text not null check (length(sentence_sw) between 1 and 200),
  reason text not null check (length(reason) between 1 and 400),
  started_at timestamptz not null default moment(),
  started_by uuid not null references administrators,
  ended_at timestamptz,
  -- The approved request that ended the stop; null if the command on the server ended it.
  approval_id uuid references approvals,
  -- Days of validity that the stop took from every voucher, and the last voucher that has them back.
  days_lost integer not null default 0 check (days_lost >= 0),
  given_back_to uuid,
  given_back_at timestamptz,
  check (ended_at >= started_at),
  check (ended_at is not null or approval_id is null)
);
create unique index stops_in_force on stops (name) where ended_at is null;
create index stops_newest on stops (started_at desc, id desc);
create index stops_to_give_back on stops (ended_at) where days_lost > 0 and given_back_at is null;

-- Phone numbers, devices and networks that the operator refuses: each may begin nothing new. One administrator requests
-- an entry, another approves it; removing takes two again, and keeps the row. Written by features/people/block-list.
create table block_list_entries (
  id uuid primary key,
  kind text not null check (kind in ('number', 'device', 'address')),
  -- A phone number 254XXXXXXXXX, the thumbprint of a device key (RFC 7638, base64url), or a network in CIDR notation.
  value text not null,
  reason text not null check (length(reason) between 1 and 400),
  -- When the entry ends without an administrator; null if only administrators end it.
  ends_at timestamptz,
  requested_by uuid not null references administrators,
  requested_at timestamptz not null default moment(),
  approval_id uuid not null unique references approvals,
  -- When and by whom the entry was approved; null while it waits, and for good if it was rejected or expired.
  started_at timestamptz,
  approved_by uuid references administrators,
  removed_at timestamptz,
  -- Refusals because of this entry.
  hits bigint not null default 0 check (hits >= 0),
  last_hit_at timestamptz,
  check (
    case kind
      when 'number' then value ~ '^254[17][0-9]{8}$'
      when 'device' then value ~ '^[A-Za-z0-9_-]{43}$'
      else value = network(value::inet)::text and masklen(value::inet) >= case family(value::inet) when 4 then 16 else 32 end
        and (family(value::inet) = 4 or masklen(value::inet) <= 64)
    end
  ),
  check ((started_at is null) = (approved_by is null)),
  check (approved_by <> requested_by),
  check (removed_at is null or started_at is not null)
);
create index block_list_entries_newest on block_list_entries (requested_at desc, id desc);
create index block_list_entries_by_value on block_list_entries (value);
create index block_list_entries_started on block_list_entries (id) where started_at is not null and removed_at is null;

-- The latest result of each check of what the product needs outside itself: M-PESA, SMS, mail, names, certificates,
-- clock, disk, backups. Health shows them, and a check that fails for five minutes is an alert. Written by
-- features/office/system-checks.
create table system_checks (
  name text primary key check (name ~ '^[a-z][a-z_]{0,39}$'),
  label text not null check (length(label) between 1 and 40),
  text text not null check (length(text) between 1 and 600),
  -- The remedy of the fault; null if there is none.
  next_step text check (length(next_step) between 1 and 400),
  checked_at timestamptz not null default moment(),
  failing_since timestamptz,
  check ((next_step is null) = (failing_since is null))
);

-- Files that prove a posting or belong to a note. A file never changes. Written by features/office/documents.
create table documents (
  id uuid primary key,
  file_name text not null check (length(file_name) between 1 and 200),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  sha256 bytea not null generated always as (sha256(content)) stored,
  uploaded_by uuid not null references administrators,
  uploaded_at timestamptz not null default moment(),
  -- Whether a posting or a note has the file. A daily job deletes the others.
  is_used boolean not null default false
);
create index documents_unused on documents (uploaded_at) where not is_used;

-- Notes of administrators about a person, merchant, batch, payment, voucher or letter. A note never changes: a
-- correction is another note. Written by features/office/notes.
create table notes (
  id uuid primary key,
  subject_kind text not null check (subject_kind in (
    'user', 'merchant', 'settlement', 'purchase', 'withdrawal', 'redemption', 'claim', 'refund', 'voucher',
    'support-request'
  )),
  subject_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  written_by uuid not null references administrators,
  written_at timestamptz not null default clock_moment()
);
create index notes_about on notes (subject_id, written_at desc, id desc);

-- The files of notes. Written by features/office/notes.
create table note_documents (
  document_id uuid primary key references documents,
  note_id uuid not null references notes
);
create index note_documents_of_note on note_documents (note_id);
