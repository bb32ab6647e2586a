-- USSD sessions: the state between two screens. Written by features/money/ussd. Inputs are not stored, because the gateway
-- sends all of them with each request; only a gift that the caller describes is kept, sealed.
create table ussd_sessions (
  id uuid primary key,
  gateway text not null check (length(gateway) between 1 and 40),
  -- The gateway's id of the session.
  session_id text not null check (length(session_id) between 1 and 100),
  -- The caller, as the mobile operator names it.
  msisdn text not null check (msisdn ~ '^254[17][0-9]{8}$'),
  service_code text not null check (length(service_code) between 3 and 40),
  network_code text not null check (length(network_code) between 1 and 8),
  -- Number of applied inputs, and the keyed hash of them all. A request with the same inputs gets the stored answer.
  input_count integer not null default 0 check (input_count between 0 and 60),
  inputs_hash bytea check (octet_length(inputs_hash) = 32),
  step text not null default 'start' check (length(step) between 1 and 40),
  -- Ids of the gifts on the screen, and positions of inputs that a later step reads.
  data jsonb not null default '{}',
  -- Sealed, because the screen may show a code or a balance. Null until the first answer.
  answer_sealed bytea check (octet_length(answer_sealed) <= 400),
  -- The gift that the caller describes while buying, sealed. After a cut, the next session goes on with it. Null after the
  -- last screen.
  draft_sealed bytea check (octet_length(draft_sealed) <= 4000),
  is_over boolean not null default false,
  created_at timestamptz not null default moment(),
  answered_at timestamptz not null default moment(),
  -- From the gateway's event at the end of the session, which may never come.
  ended_as text check (ended_as in ('Success', 'Incomplete', 'Failed')),
  cost_cents bigint check (cost_cents >= 0),
  duration_ms integer check (duration_ms >= 0),
  -- Names of the steps that the screens showed, oldest first.
  steps text[] not null default '{}' check (cardinality(steps) <= 61),
  -- The caller has seen a gift or the wallet, claimed a gift, withdrawn money, bought a gift, or thanked a giver. Null:
  -- nothing of these.
  outcome text check (outcome in ('looked-up', 'claimed', 'withdrawn', 'bought', 'thanked')),
  constraint ussd_sessions_are_unique unique (gateway, session_id)
);
create index ussd_sessions_of_number on ussd_sessions (msisdn, answered_at desc);
create index ussd_sessions_by_time on ussd_sessions (created_at);

-- Language and PIN that the owner of a phone number chose. Written by features/money/ussd.
create table ussd_numbers (
  msisdn text primary key check (msisdn ~ '^254[17][0-9]{8}$'),
  language text not null check (language in ('en', 'sw')),
  used_at timestamptz not null default moment(),
  -- The argon2 hash of the PIN, and the account that the number had when the PIN was set, if any.
  pin_hash text check (length(pin_hash) <= 200),
  pin_user_id uuid references users,
  pin_set_at timestamptz,
  -- Wrong PINs since the last right one. Three lock the PIN.
  wrong_pins smallint not null default 0 check (wrong_pins between 0 and 3),
  -- Until when no PIN of the number moves money; null if it may at once.
  money_waits_until timestamptz,
  constraint ussd_numbers_pin_is_whole check ((pin_hash is null) = (pin_set_at is null))
);
create index ussd_numbers_by_use on ussd_numbers (used_at);

-- Safaricom's latest answer about the SIM card of a number, asked before money leaves the wallet. Written by features/money/ussd.
-- Not a part of ussd_numbers, whose row the payment locks while it waits for this one.
create table ussd_sims (
  msisdn text primary key check (msisdn ~ '^254[17][0-9]{8}$'),
  checked_at timestamptz not null,
  -- Null if Safaricom knows of no swap, or does not know the number.
  swapped_at timestamptz
);
create index ussd_sims_by_time on ussd_sims (checked_at);

-- The terms to which the owner of an account agreed when a USSD session created the account. Written by
-- features/money/ussd.
create table ussd_agreements (
  user_id uuid primary key references users,
  terms_version text not null check (length(terms_version) between 1 and 40),
  agreed_at timestamptz not null default moment()
);

-- Figures of deleted sessions, without numbers, for reports. Written by features/money/ussd when it deletes sessions.
create table ussd_totals (
  -- Day in Nairobi.
  day date not null,
  network_code text not null check (length(network_code) between 1 and 8),
  outcome text not null
    check (outcome in ('claimed', 'withdrawn', 'bought', 'thanked', 'looked-up', 'refused', 'abandoned')),
  -- The step at which callers left without a last screen; empty after a last screen.
  left_at text not null check (length(left_at) <= 40),
  -- Rounded to five seconds.
  duration_seconds integer not null check (duration_seconds >= 0),
  sessions integer not null check (sessions > 0),
  -- Sessions whose cost the gateway has reported, and the cost of these.
  costed integer not null check (costed between 0 and sessions),
  cost_cents bigint not null check (cost_cents >= 0),
  primary key (day, network_code, outcome, left_at, duration_seconds)
);

-- Requests that were answered with "please try again", because time ran out or something failed. Nothing else is stored
-- of them: their transactions were rolled back. Written by features/money/ussd.
create table ussd_failures (
  id uuid primary key,
  failed_at timestamptz not null default moment()
);
create index ussd_failures_by_time on ussd_failures (failed_at);
