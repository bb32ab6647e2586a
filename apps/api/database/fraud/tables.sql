-- Unusual activity that a rule found, about a merchant, a consumer or an administrator. Written by
-- features/merchants/fraud.
create table fraud_alerts (
  merchant_id uuid references merchants,
  id uuid primary key,
  rule text not null
    check (rule in (
      'wrong_codes', 'rapid_redemptions', 'many_vouchers_one_phone', 'unusually_large', 'outside_opening_hours',
      'shop_velocity', 'buyer_velocity', 'many_refunds', 'shared_phone', 'pass_through', 'many_givers',
      'just_below_limit', 'many_contacts_shown'
    )),
  severity text not null check (severity in ('Low', 'Medium', 'High')),
  -- Identifies what the rule found, so that the rule raises each finding only once.
  subject text not null check (length(subject) between 1 and 200),
  details jsonb not null,
  redemption_id uuid,
  raised_at timestamptz not null default moment(),
  acknowledged_at timestamptz,
  acknowledged_by uuid references merchant_staff,
  user_id uuid references users,
  administrator_id uuid references administrators,
  -- The place at which everything happened that raised the alert; null for several places, or none.
  place_id uuid references merchant_places check (place_id is null or merchant_id is not null),
  -- Ids of the newest transactions and accounts that caused the alert, by kind.
  concerns jsonb not null default '{}',
  assigned_to uuid references administrators,
  outcome text check (outcome in ('confirmed', 'false_alarm', 'unclear')),
  closed_at timestamptz,
  closed_by uuid references administrators,
  constraint fraud_alerts_merchant_id_rule_subject_key unique (merchant_id, rule, subject),
  constraint fraud_alerts_about_one check (num_nonnulls(merchant_id, user_id, administrator_id) = 1),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  constraint fraud_alerts_closed check (num_nonnulls(outcome, closed_at, closed_by) in (0, 3))
);
create index fraud_alerts_in_list on fraud_alerts (merchant_id, raised_at desc, id desc);
create index fraud_alerts_newest on fraud_alerts (raised_at desc, id desc);
-- At most one alert for each finding about people. The subject identifies the consumer, the administrator or the phone.
create unique index fraud_alerts_of_people on fraud_alerts (rule, subject) where merchant_id is null;
create index fraud_alerts_of_user on fraud_alerts (user_id, raised_at desc) where user_id is not null;
create index fraud_alerts_open on fraud_alerts (merchant_id, raised_at desc, id desc) where acknowledged_at is null;
create index fraud_alerts_to_work on fraud_alerts (raised_at desc, id desc) where closed_at is null;

-- How administrators worked on an alert; append-only. Written by features/merchants/fraud.
create table fraud_alert_events (
  alert_id uuid not null references fraud_alerts,
  id uuid not null,
  kind text not null check (kind in ('note', 'assigned', 'unassigned', 'closed', 'reopened')),
  administrator_id uuid not null references administrators,
  -- The administrator to whom the alert was assigned.
  assigned_to uuid references administrators,
  outcome text,
  -- The administrator's note, or the reason for closing or reopening the alert.
  text text not null default '' check (length(text) <= 2000),
  at timestamptz not null default clock_moment(),
  primary key (alert_id, id),
  check ((kind = 'assigned') = (assigned_to is not null)),
  check ((kind = 'closed') = (outcome is not null)),
  check (kind not in ('note', 'closed', 'reopened') or text <> '')
);

-- Cases about suspected crime: one person, shop or administrator each. Written by features/office/fraud-cases. Only
-- administrators read them: telling the subject about a report is an offence.
create table fraud_cases (
  id uuid primary key,
  number integer generated always as identity,
  merchant_id uuid references merchants,
  user_id uuid references users,
  administrator_id uuid references administrators,
  -- Name, contacts and address of the subject when the case was opened. A deleted account loses them, the report may not.
  identity jsonb not null,
  opened_at timestamptz not null default moment(),
  opened_by uuid not null references administrators,
  assigned_to uuid references administrators,
  -- When a report was first recorded as filed.
  reported_at timestamptz,
  outcome text check (outcome in ('confirmed', 'false_alarm', 'unclear')),
  closed_at timestamptz,
  closed_by uuid references administrators,
  constraint fraud_cases_number_is_unique unique (number),
  constraint fraud_cases_about_one check (num_nonnulls(merchant_id, user_id, administrator_id) = 1),
  constraint fraud_cases_closed check (num_nonnulls(outcome, closed_at, closed_by) in (0, 3))
);
-- One open case for each subject.
create unique index fraud_cases_open on fraud_cases (coalesce(merchant_id, user_id, administrator_id))
  where closed_at is null;
create index fraud_cases_newest on fraud_cases (opened_at desc, id desc);
create index fraud_cases_of_subject on fraud_cases (coalesce(merchant_id, user_id, administrator_id));

-- The alerts of closed cases. An open case has all alerts about its subject that are in no row here, and keeps its own
-- rows when it is reopened. Written by features/office/fraud-cases.
create table fraud_case_alerts (
  alert_id uuid primary key references fraud_alerts,
  case_id uuid not null references fraud_cases
);
create index fraud_case_alerts_of_case on fraud_case_alerts (case_id);

-- How administrators worked on a case; append-only. Written by features/office/fraud-cases.
create table fraud_case_events (
  case_id uuid not null references fraud_cases,
  id uuid not null,
  kind text not null
    check (kind in ('opened', 'note', 'assigned', 'unassigned', 'prepared', 'reported', 'closed', 'reopened')),
  administrator_id uuid not null references administrators,
  -- The administrator to whom the case was assigned.
  assigned_to uuid references administrators,
  outcome text,
  text text not null default '' check (length(text) <= 2000),
  at timestamptz not null default clock_moment(),
  primary key (case_id, id),
  check ((kind = 'assigned') = (assigned_to is not null)),
  check ((kind = 'closed') = (outcome is not null)),
  check (kind in ('assigned', 'unassigned') or text <> '')
);

-- Suspicious-transaction reports that administrators prepared. `filed_on` and `reference` are the Financial Reporting
-- Centre's, typed by an administrator after filing. Written by features/office/fraud-cases.
create table fraud_case_reports (
  case_id uuid not null references fraud_cases,
  id uuid not null,
  number smallint not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- Why the transactions are suspicious.
  grounds text not null check (length(grounds) between 1 and 4000),
  prepared_by uuid not null references administrators,
  prepared_at timestamptz not null default moment(),
  filed_on date,
  reference text check (length(reference) between 1 and 60),
  primary key (case_id, id),
  constraint fraud_case_reports_number_is_unique unique (case_id, number),
  constraint fraud_case_reports_filed check ((filed_on is null) = (reference is null))
);

-- One row: the time up to which the fraud rules have checked all events. Written by features/merchants/fraud, which
-- locks the row, so that no two processes check the same events.
create table fraud_progress (
  is_only boolean primary key default true check (is_only),
  checked_until timestamptz not null
);

insert into fraud_progress (checked_until) values (now());
