-- Gifts that were ordered, from registration to payment. Written by features/money/purchases; features/access/users
-- and erase_user() remove the person from them.
create table purchases (
  home_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  bill_reference text not null check (length(bill_reference) between 1 and 12),
  payer_msisdn text not null,
  recipient_name text not null,
  recipient_msisdn text not null,
  recipient_email text not null,
  message text not null,
  cloth text not null,
  status text not null default 'REGISTERED' check (status in ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  failure_reason text,
  mpesa_receipt text,
  registered_at timestamptz not null default moment(),
  pending_since timestamptz,
  completed_at timestamptz,
  -- The delivery that the buyer chose; null for at once.
  deliver_at timestamptz,
  -- The buyer's wish: whether the link preview of the gift, in WhatsApp and elsewhere, shows the amount.
  shows_amount boolean not null default false,
  -- The number that paid at the pay bill, as far as M-PESA gives it: masked, because it may be another person's.
  paid_from text check (paid_from ~ '^254[17][*]{5}[0-9]{3}$'),
  cell smallint not null,
  -- Where the buyer wants a copy of the receipt when the recipient has no address. It is the buyer's address, so no
  -- claim, list or export of a recipient uses it.
  copy_email text,
  primary key (home_id, id),
  constraint purchases_cell_check check (cell = get_byte(uuid_send(home_id), 15)),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
-- The administrators' list of transactions finds rare rows without reading all: failed and pending ones, rare
-- amounts. Of redemptions only large ones have an index by amount, because every redemption would pay for it.
create index purchases_by_amount
  on purchases (amount_cents, pending_since desc, id desc)
  where status <> 'REGISTERED';
create index purchases_by_buyer on purchases (buyer_id, registered_at desc);
create index purchases_by_payer on purchases (payer_msisdn, pending_since desc);
create index purchases_completed on purchases (completed_at) where completed_at is not null;
create index purchases_failed on purchases (pending_since desc, id desc) where status = 'CANCELED';
-- The order of a person's history.
create index purchases_in_history
  on purchases (buyer_id, coalesce(completed_at, pending_since) desc, id desc)
  where status <> 'REGISTERED';
-- The administrators' list of transactions, newest first.
create index purchases_newest on purchases (pending_since desc, id desc) where status <> 'REGISTERED';
create index purchases_pending on purchases (pending_since desc, id desc) where status = 'PENDING';
create index purchases_registered on purchases (registered_at) where status = 'REGISTERED';

insert into state_transitions (table_name, from_state, to_state) values
  ('purchases', 'CANCELED', 'COMPLETED'),
  ('purchases', 'CANCELED', 'PENDING'),
  ('purchases', 'PENDING', 'CANCELED'),
  ('purchases', 'PENDING', 'COMPLETED'),
  ('purchases', 'REGISTERED', 'COMPLETED'),
  ('purchases', 'REGISTERED', 'PENDING');

-- Every order to M-PESA that moves money: prompts, withdrawals, pay-outs to merchants, reversals
-- (docs/adr/0020-one-life-for-every-order.md). Written by features/mpesa/orders.
create table provider_orders (
  home_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('purchase', 'withdrawal', 'settlement', 'refund')),
  -- The purchase, withdrawal, settlement or refund that it serves.
  owner_id uuid not null,
  -- The phone, till, pay bill or receipt that the order names.
  party text not null,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- Whether a prompt went to the buyer's own phone; null for other orders.
  is_own_phone boolean,
  -- INTENT: committed, not sent. SENDING: may have been sent. SENT: acknowledged. UNKNOWN: not answered.
  state text not null default 'INTENT'
    check (state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  -- Sends that may have reached M-PESA. A send that was refused, or did not leave, does not count.
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
  -- When M-PESA, asked again, repeated that the order failed.
  confirmed_at timestamptz,
  polls integer not null default 0,
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Polls in a row to which M-PESA answered that it does not know an order that it had acknowledged.
  not_found_answers integer not null default 0,
  not_found_since timestamptz,
  -- The trace in which the order was opened (W3C Trace Context); later steps, in other processes, continue it. Null
  -- while nothing is traced.
  traceparent text,
  -- The short code that the order was first sent from. Another short code is another organisation at M-PESA, which
  -- would pay the same id again. Null until the first send.
  sent_from text,
  cell smallint not null,
  primary key (home_id, id),
  constraint provider_orders_cell_check check (cell = get_byte(uuid_send(home_id), 15)),
  check ((state in ('SUCCEEDED', 'FAILED')) = (ended_at is not null)),
  check ((state = 'FAILED') = (result_code is not null))
);
create index provider_orders_by_id on provider_orders (id);
create index provider_orders_by_party on provider_orders (party, created_at desc);
create index provider_orders_of on provider_orders (home_id, owner_id, created_at desc);
create index provider_orders_open
  on provider_orders (created_at)
  where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN');
create index provider_orders_to_poll on provider_orders (next_poll_at) where next_poll_at is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('provider_orders', 'FAILED', 'SUCCEEDED'),
  ('provider_orders', 'INTENT', 'FAILED'),
  ('provider_orders', 'INTENT', 'SENDING'),
  ('provider_orders', 'INTENT', 'SUCCEEDED'),
  ('provider_orders', 'SENDING', 'FAILED'),
  ('provider_orders', 'SENDING', 'INTENT'),
  ('provider_orders', 'SENDING', 'SENT'),
  ('provider_orders', 'SENDING', 'SUCCEEDED'),
  ('provider_orders', 'SENDING', 'UNKNOWN'),
  ('provider_orders', 'SENT', 'FAILED'),
  ('provider_orders', 'SENT', 'SENDING'),
  ('provider_orders', 'SENT', 'SUCCEEDED'),
  ('provider_orders', 'UNKNOWN', 'FAILED'),
  ('provider_orders', 'UNKNOWN', 'SENDING'),
  ('provider_orders', 'UNKNOWN', 'SENT'),
  ('provider_orders', 'UNKNOWN', 'SUCCEEDED');

-- Callbacks of M-PESA, stored before they are applied, and entries of its lists that no callback reported. Written by
-- features/mpesa/callbacks.
create table provider_messages (
  id uuid primary key,
  purpose text not null,
  home_id uuid not null,
  target_id uuid not null,
  -- As it came. json, not jsonb, because it keeps what PostgreSQL's text cannot hold, such as a NUL in a string.
  body json not null,
  -- A hash of the message, which recognises a repetition; copies counts them.
  digest bytea not null,
  copies integer not null default 1,
  received_at timestamptz not null default moment(),
  processed_at timestamptz,
  outcome text,
  -- Bodies have phones and names in them and are removed after a while. The application cannot change a body, so that
  -- no one rewrites what M-PESA said; forget_provider_messages() removes old ones.
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

-- M-PESA's OAuth token, shared by all processes, because a new token makes the former one invalid. The process with
-- the lease asks for the next. Written by features/mpesa/client.
create table provider_tokens (
  name text primary key,
  sealed bytea,
  expires_at timestamptz,
  lease uuid,
  lease_until timestamptz
);

-- The secret addresses that M-PESA calls back at, one for each order, and the ones for the pay bill. A callback is
-- matched to its order by this token only, which is stored as a hash. Written by features/mpesa/client.
create table callback_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose ~ '^[a-z][a-z0-9_]{2,39}$'),
  home_id uuid not null,
  target_id uuid not null,
  created_at timestamptz not null default moment(),
  last_used_at timestamptz,
  retired_at timestamptz,
  -- The order's trace, kept here, because looking it up in provider_orders would ask all nodes of a distributed
  -- database.
  traceparent text
);

-- Kinds of pay-outs that are stopped for a while, after M-PESA said that the fault is the operator's. Written by
-- features/mpesa/client.
create table circuit_breakers (
  name text primary key,
  reason text not null,
  until timestamptz not null
);

-- One row for each phone with a prompt on it, because M-PESA shows one at a time; its lock lets one claim of a phone
-- through at a time. Written by features/money/purchases.
create table open_prompts (
  msisdn text primary key,
  home_id uuid not null,
  order_id uuid not null,
  expires_at timestamptz not null
);

-- The secret addresses at which M-PESA reports payments at the pay bill. CURRENT is known to be in use, NEXT was
-- registered with M-PESA; callbacks to both are applied. A callback to a RETIRED one is a hint only. Written by
-- features/mpesa/callbacks.
create table pay_bill_addresses (
  id uuid primary key,
  made_at timestamptz not null default moment(),
  -- The first key of the ring at that time. Its secret and a copy of the database reveal the address.
  key_id text not null,
  -- The last four characters, by which people tell addresses apart.
  ending text not null,
  confirmation_hash bytea not null references callback_tokens,
  validation_hash bytea not null references callback_tokens,
  confirmation_sealed bytea not null,
  validation_sealed bytea not null,
  state text not null check (state in ('NEXT', 'CURRENT', 'RETIRED')),
  -- When the operator confirmed that M-PESA uses the address.
  current_since timestamptz,
  -- When M-PESA answered to the registration of the address, whatever its answer.
  told_at timestamptz
);
create unique index pay_bill_addresses_in_use on pay_bill_addresses (state) where state <> 'RETIRED';

-- Payments at the pay bill that a callback has reported. Nothing is posted before M-PESA confirms a payment, by its
-- status or in its list of received payments. Written by features/money/purchases.
create table pay_bill_payments (
  receipt text primary key,
  -- The callback that reported it first.
  message_id uuid not null unique,
  -- As that callback says; M-PESA's own answer decides.
  bill_reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The purchase that the reference names.
  home_id uuid,
  -- Another callback reported something else under the same receipt.
  is_disputed boolean not null default false,
  -- CHECKING: M-PESA is asked. OVERDUE: not confirmed in time, a case for administrators. UNCONFIRMED: given up.
  state text not null default 'CHECKING' check (state in ('CHECKING', 'OVERDUE', 'CONFIRMED', 'UNCONFIRMED')),
  reported_at timestamptz not null default clock_moment(),
  -- When M-PESA is asked for the payment's status; null once it has answered.
  next_query_at timestamptz
);
create index pay_bill_payments_of on pay_bill_payments (home_id) where home_id is not null;
create index pay_bill_payments_open on pay_bill_payments (reported_at) where state in ('CHECKING', 'OVERDUE');

insert into state_transitions (table_name, from_state, to_state) values
  ('pay_bill_payments', 'CHECKING', 'CONFIRMED'),
  ('pay_bill_payments', 'CHECKING', 'OVERDUE'),
  ('pay_bill_payments', 'OVERDUE', 'CONFIRMED'),
  ('pay_bill_payments', 'OVERDUE', 'UNCONFIRMED'),
  ('pay_bill_payments', 'UNCONFIRMED', 'CONFIRMED');

-- Wallet money going to M-PESA. Written by features/money/withdrawals; erase_user() removes the person.
create table withdrawals (
  user_id uuid not null,
  id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  bill_reference text not null,
  msisdn text not null,
  recipient_name text not null,
  recipient_email text not null,
  status text not null default 'REGISTERED' check (status in ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  transaction_code text,
  paid_to_name text,
  result_code text,
  failure_reason text,
  registered_at timestamptz not null default moment(),
  pending_since timestamptz,
  completed_at timestamptz,
  settled_at timestamptz,
  cell smallint not null,
  primary key (user_id, id),
  constraint withdrawals_cell_check check (cell = get_byte(uuid_send(user_id), 15)),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
-- For the administrators' list of transactions, as the indexes of purchases.
create index withdrawals_by_amount
  on withdrawals (amount_cents, pending_since desc, id desc)
  where status <> 'REGISTERED';
create index withdrawals_by_id on withdrawals (id);
create index withdrawals_by_number on withdrawals (msisdn, pending_since desc);
create index withdrawals_by_user on withdrawals (user_id, registered_at desc);
create index withdrawals_failed on withdrawals (pending_since desc, id desc) where status = 'CANCELED';
create index withdrawals_in_history
  on withdrawals (user_id, coalesce(settled_at, pending_since) desc, id desc)
  where status <> 'REGISTERED';
create index withdrawals_newest on withdrawals (pending_since desc, id desc) where status <> 'REGISTERED';
create index withdrawals_pending on withdrawals (pending_since desc, id desc) where status = 'PENDING';

insert into state_transitions (table_name, from_state, to_state) values
  ('withdrawals', 'PENDING', 'CANCELED'),
  ('withdrawals', 'PENDING', 'COMPLETED'),
  ('withdrawals', 'REGISTERED', 'PENDING');

-- Money going back, by M-PESA or to a wallet: the value of a voucher, or money in suspense (a review). The home is
-- the voucher, or the home of the money in suspense. Written by features/money/refunds.
create table refunds (
  home_id uuid not null,
  id uuid not null,
  source text not null check (source in ('voucher', 'suspense')),
  voucher_id uuid,
  review_id uuid references reviews,
  -- Whose wallet takes what M-PESA does not return; null when the payer has no account.
  buyer_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the amount that was our fee.
  fee_cents bigint not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'CANCELED')),
  -- Where the money went; null while that is not known.
  returned_to text check (returned_to in ('mpesa', 'wallet', 'suspense')),
  -- The payment that is reversed.
  original_receipt text,
  -- The receipt of the reversal.
  mpesa_receipt text,
  result_code text,
  reason text not null check (length(reason) between 1 and 400),
  -- Null when the buyer cancelled a gift that was not sent yet.
  requested_by uuid references administrators,
  created_at timestamptz not null default moment(),
  settled_at timestamptz,
  cell smallint not null,
  primary key (home_id, id),
  constraint refunds_cell_check check (cell = get_byte(uuid_send(home_id), 15)),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check ((source = 'voucher') = (voucher_id is not null)),
  check ((source = 'suspense') = (review_id is not null)),
  check ((status = 'PENDING') = (settled_at is null)),
  check ((status = 'PENDING') = (returned_to is null)),
  check (requested_by is not null or (source = 'voucher' and buyer_id is not null)),
  check ((status = 'CANCELED') = (coalesce(returned_to, '') = 'suspense'))
);
create index refunds_by_id on refunds (id);
create index refunds_by_reference on refunds (right(id::text, 12));
create index refunds_newest on refunds (created_at desc, id desc);
create index refunds_of_buyer on refunds (buyer_id, created_at desc);
create unique index refunds_of_review on refunds (review_id) where review_id is not null and status = 'PENDING';
-- A voucher is refunded once, and money in suspense once at a time.
create unique index refunds_of_voucher on refunds (voucher_id) where voucher_id is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('refunds', 'PENDING', 'CANCELED'),
  ('refunds', 'PENDING', 'COMPLETED');

-- What came back of a completed payment, because no state of a payment follows COMPLETED. Only for payments of which
-- something came back. Written by features/money/refunds and features/money/withdrawals.
create table refund_states (
  -- The home of the payment: the voucher that was bought, or the owner of the wallet.
  home_id uuid not null,
  -- The purchase or withdrawal.
  transaction_id uuid not null,
  -- refunded, partly_refunded: it went back to the buyer. reversed: Safaricom took the payment back. taken_back: the
  -- voucher was voided and its rest went back, or a withdrawal that M-PESA had paid after all was taken out of the
  -- wallet again.
  state text not null check (state in ('refunded', 'partly_refunded', 'reversed', 'taken_back')),
  -- How much of the payment came back.
  back_cents bigint not null check (back_cents >= 0),
  cell smallint not null,
  primary key (home_id, transaction_id),
  constraint refund_states_cell_check check (cell = get_byte(uuid_send(home_id), 15))
);
create index refund_states_by_state on refund_states (state);
