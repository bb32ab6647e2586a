-- Every order to M-PESA that moves money: prompts, withdrawals, pay-outs to merchants, reversals
-- (docs/adr/0020-one-life-for-every-order.md). Written by features/mpesa/orders.
create table orders (
  home_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('purchase', 'withdrawal', 'settlement', 'refund')),
  -- The purchase, withdrawal, settlement or refund that the order belongs to.
  owner_id uuid not null,
  -- The phone, till, pay bill or receipt that the order names.
  party text not null,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- Whether a prompt went to the buyer's own phone; null for other orders.
  is_own_phone boolean,
  -- INTENT: committed, not sent. SENDING: may have been sent. SENT: acknowledged. UNKNOWN: not answered.
  state text not null default 'INTENT'
    check (state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  -- Number of sends that may have reached M-PESA. A send that was refused, or did not leave, does not count.
  sends integer not null default 0 check (sends >= 0),
  sending_at timestamptz,
  sent_at timestamptz,
  -- M-PESA's ids: the CheckoutRequestID, or the OriginatorConversationID of each acknowledged send.
  provider_ids text[] not null default '{}',
  conversation_id text,
  -- The provider_ids that M-PESA has reported as failed.
  failed_ids text[] not null default '{}',
  receipt text,
  result_code text,
  failure_reason text,
  created_at timestamptz not null default clock_moment(),
  ended_at timestamptz,
  -- When a second query of M-PESA confirmed the failure.
  confirmed_at timestamptz,
  polls integer not null default 0,
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Consecutive polls that M-PESA answered with "not found", although it had acknowledged the order.
  not_found_answers integer not null default 0,
  not_found_since timestamptz,
  -- The trace in which the order was opened (W3C Trace Context); later steps, in other processes, continue it. Null if
  -- tracing is off.
  traceparent text,
  -- The short code that the order was first sent from; null until the first send. To M-PESA, another short code is
  -- another organisation, so M-PESA would pay the same order id again.
  sent_from text,
  -- The administrator who requested the next poll, if any.
  poll_asked_by uuid,
  primary key (home_id, id),
  check ((state in ('SUCCEEDED', 'FAILED')) = (ended_at is not null)),
  check ((state = 'FAILED') = (result_code is not null))
);
create index orders_by_id on orders (id);
create index orders_by_party on orders (party, created_at desc);
create index orders_of on orders (home_id, owner_id, created_at desc);
create index orders_open
  on orders (created_at)
  where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN');
-- Sums what M-PESA paid out in each hour.
create index orders_paid_out on orders (ended_at) include (kind, amount_cents)
  where state = 'SUCCEEDED' and kind in ('withdrawal', 'settlement');
create index orders_to_poll on orders (next_poll_at) where next_poll_at is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('orders', 'FAILED', 'SUCCEEDED'),
  ('orders', 'INTENT', 'FAILED'),
  ('orders', 'INTENT', 'SENDING'),
  ('orders', 'INTENT', 'SUCCEEDED'),
  ('orders', 'SENDING', 'FAILED'),
  ('orders', 'SENDING', 'INTENT'),
  ('orders', 'SENDING', 'SENT'),
  ('orders', 'SENDING', 'SUCCEEDED'),
  ('orders', 'SENDING', 'UNKNOWN'),
  ('orders', 'SENT', 'FAILED'),
  ('orders', 'SENT', 'SENDING'),
  ('orders', 'SENT', 'SUCCEEDED'),
  ('orders', 'UNKNOWN', 'FAILED'),
  ('orders', 'UNKNOWN', 'SENDING'),
  ('orders', 'UNKNOWN', 'SENT'),
  ('orders', 'UNKNOWN', 'SUCCEEDED');

-- Callbacks of M-PESA, stored before they are applied, and payments from M-PESA's lists that no callback reported.
-- Written by features/money/callbacks.
create table provider_messages (
  id uuid primary key,
  purpose text not null,
  home_id uuid not null,
  target_id uuid not null,
  -- As received. json, not jsonb, because it preserves values that PostgreSQL's text cannot hold, such as a NUL in a
  -- string.
  body json not null,
  -- Hash of the message, to detect a repeated callback; `copies` counts the repetitions too.
  digest bytea not null,
  copies integer not null default 1,
  received_at timestamptz not null default moment(),
  processed_at timestamptz,
  outcome text,
  -- Bodies contain phones and names, so delete_provider_message_bodies() deletes old ones. The application cannot
  -- change a body, which is evidence of what M-PESA sent.
  body_removed_at timestamptz,
  -- The trace of the order that the callback is about, from callback_tokens.
  traceparent text,
  constraint provider_messages_target_id_digest_key unique (target_id, digest)
);
create index provider_messages_newest on provider_messages (received_at);
create index provider_messages_waiting on provider_messages (received_at) where processed_at is null;
create index provider_messages_with_body
  on provider_messages (processed_at)
  where body_removed_at is null and processed_at is not null;

-- Our queries to M-PESA about a payment, each with its outcome. Written by features/mpesa/payment-queries.
create table payment_queries (
  id uuid primary key,
  -- The order that the query is about, or a receipt that a person typed.
  order_id uuid,
  receipt text,
  -- prompt: M-PESA Express Query. status: Transaction Status. list: Pull Transactions.
  call text not null check (call in ('prompt', 'status', 'list')),
  asked_by text not null check (asked_by in ('worker', 'customer', 'administrator')),
  administrator_id uuid,
  asked_at timestamptz not null default clock_moment(),
  -- ASKING: the call is running, or its process died. ACCEPTED: the answer comes by callback. REFUSED: M-PESA did not
  -- take the query. UNANSWERED: no answer, or an error of M-PESA's server.
  state text not null default 'ASKING'
    check (state in ('ASKING', 'ACCEPTED', 'ANSWERED', 'REFUSED', 'UNANSWERED')),
  -- M-PESA's words, or the error in place of an answer.
  detail text,
  ended_at timestamptz,
  check (num_nonnulls(order_id, receipt) = 1),
  check ((asked_by = 'administrator') = (administrator_id is not null))
);
create index payment_queries_of_order on payment_queries (order_id, asked_at) where order_id is not null;
create index payment_queries_of_receipt on payment_queries (receipt, asked_at) where receipt is not null;
create index payment_queries_newest on payment_queries (asked_at);

-- M-PESA's OAuth token, shared by all processes, because a new token invalidates the former one. The process with the
-- lease requests the next. Written by features/mpesa/client.
create table provider_tokens (
  name text primary key,
  sealed bytea,
  expires_at timestamptz,
  lease uuid,
  lease_until timestamptz
);

-- Secret callback URLs: one for each order, and the URLs for the pay bill. Only the token in the URL matches a callback
-- to its order; the token is stored as a hash. Written by features/mpesa/client.
create table callback_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose ~ '^[a-z][a-z0-9_]{2,39}$'),
  home_id uuid not null,
  target_id uuid not null,
  created_at timestamptz not null default moment(),
  last_used_at timestamptz,
  retired_at timestamptz,
  -- Copy of the order's traceparent, so that a callback needs only one look-up.
  traceparent text
);

-- Secret URLs at which M-PESA reports payments at the pay bill. NEXT: registered with M-PESA. CURRENT: confirmed to be
-- in use. Callbacks to both are applied. A callback to a RETIRED URL only causes a query. Written by
-- features/money/callbacks.
create table pay_bill_addresses (
  id uuid primary key,
  made_at timestamptz not null default moment(),
  -- The first key of the key ring when the URL was made. The key's secret and a copy of the database reveal the URL.
  key_id text not null,
  -- The last four characters of the URL, by which people recognise it.
  ending text not null,
  confirmation_hash bytea not null references callback_tokens,
  validation_hash bytea not null references callback_tokens,
  confirmation_sealed bytea not null,
  validation_sealed bytea not null,
  state text not null check (state in ('NEXT', 'CURRENT', 'RETIRED')),
  -- When the operator confirmed that M-PESA uses this URL.
  current_since timestamptz,
  -- When M-PESA accepted or refused the registration of this URL.
  registration_answered_at timestamptz
);
create unique index pay_bill_addresses_in_use on pay_bill_addresses (state) where state <> 'RETIRED';

-- Kinds of pay-outs that are paused, because M-PESA reported a fault on the operator's side. The row stays after the
-- pause until M-PESA pays out again. Written by features/mpesa/client.
create table circuit_breakers (
  name text primary key,
  reason text not null,
  until timestamptz not null
);
