-- Unusual activity that a rule found, about a merchant, a consumer or an administrator. Written by
-- features/merchants/fraud.
create table fraud_alerts (
  merchant_id uuid references merchants,
  id uuid primary key,
  rule text not null
    check (rule in (
      'wrong_codes', 'rapid_redemptions', 'many_vouchers_one_phone', 'unusually_large', 'outside_opening_hours',
      'shop_velocity', 'buyer_velocity', 'many_refunds', 'shared_phone'
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
  -- Ids of the newest redemptions, purchases, refunds and accounts that caused the alert, by kind.
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

-- One row: the time up to which the fraud rules have checked all events. Written by features/merchants/fraud, which
-- locks the row, so that no two processes check the same events.
create table fraud_progress (
  is_only boolean primary key default true check (is_only),
  checked_until timestamptz not null
);

insert into fraud_progress (checked_until) values (now());
