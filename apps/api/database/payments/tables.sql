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
  -- The moment the buyer chose; null is at once.
  deliver_at timestamptz,
  -- Whether the card of the gift's link, which WhatsApp and others draw, names the amount: the buyer's wish.
  shows_amount boolean not null default false,
  -- The number that paid at the pay bill, as far as M-PESA tells it: covered in the middle, because it may be another person's.
  paid_from text check (paid_from ~ '^254[17][*]{5}[0-9]{3}$'),
  cell smallint not null,
  -- Where a buyer wants a copy of the receipt of a gift whose recipient has no address. It is the buyer's, belongs to no recipient and
  -- matches no claim, list or export.
  copy_email text,
  primary key (home_id, id),
  constraint purchases_cell_check check (cell = get_byte(uuid_send(home_id), 15)),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
create index purchases_by_amount on purchases (amount_cents, pending_since desc, id desc) where status <> 'REGISTERED';
create index purchases_by_buyer on purchases (buyer_id, registered_at desc);
create index purchases_by_payer on purchases (payer_msisdn, pending_since desc);
create index purchases_completed on purchases (completed_at) where completed_at is not null;

-- What is rare among very many movements is found without looking at all of them: failed ones, and amounts that hardly
-- anybody paid. Of redemptions only large ones are ordered by their amount, because every till would pay for more.
create index purchases_failed on purchases (pending_since desc, id desc) where status = 'CANCELED';

-- The order in which a person's history is paged through.
create index purchases_in_history
  on purchases (buyer_id, coalesce(completed_at, pending_since) desc, id desc)
  where status <> 'REGISTERED';

-- What the administrators' list of all movements of money is read by: newest first, by an id alone, and by anything
-- that somebody on the phone might read out.
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

-- Every order to M-PESA that moves money, in one table with one life: prompts, withdrawals, pay-outs to merchants and
-- reversals. It takes the place of purchase_attempts and refund_sends, and of what withdrawals, refunds and
-- settlement_attempts remembered about sending and asking. docs/adr/0020-one-life-for-every-order.md explains it.
create table provider_orders (
  home_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('purchase', 'withdrawal', 'settlement', 'refund')),
  -- The purchase, withdrawal, settlement or refund that it serves.
  owner_id uuid not null,
  -- The phone, till, pay bill or receipt that the order names.
  party text not null,
  amount_cents bigint not null check (amount_cents > 0 and (amount_cents % (100)::bigint) = 0),
  -- Of a prompt: whether it went to the buyer's own phone.
  is_own_phone boolean,
  -- INTENT: committed, not sent. SENDING: may have been sent. SENT: acknowledged. UNKNOWN: not answered.
  state text not null default 'INTENT'
    check (state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  -- Sends that may have reached M-PESA; one that was refused, or did not leave, does not count.
  sends integer not null default 0 check (sends >= 0),
  sending_at timestamptz,
  sent_at timestamptz,
  -- What M-PESA calls it: CheckoutRequestID, or the OriginatorConversationID of each acknowledged send.
  provider_ids text[] not null default '{}',
  conversation_id text,
  -- Those of provider_ids that M-PESA said have failed.
  failed_ids text[] not null default '{}',
  receipt text,
  result_code text,
  failure_reason text,
  created_at timestamptz not null default clock_moment(),
  ended_at timestamptz,
  -- When M-PESA told of a failure once more.
  confirmed_at timestamptz,
  polls integer not null default 0,
  polled_at timestamptz,
  next_poll_at timestamptz,
  -- Answers to polls by which M-PESA knows nothing of an order that it had acknowledged, without another in between.
  not_found_answers integer not null default 0,
  not_found_since timestamptz,
  -- The trace in which an order to M-PESA, or an event for a merchant's system, came about (W3C Trace Context): what follows
  -- later, in another process, goes on in it. Null while nothing is traced.
  traceparent text,
  -- The short code that an order left from. Another one is another organisation at M-PESA, which would pay the same id again.
  -- Orders of before left from the only one there was, which collects: they have none.
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

create table provider_messages (
  id uuid primary key,
  purpose text not null,
  home_id uuid not null,
  target_id uuid not null,
  -- As it came: unlike jsonb, json keeps what no text of ours may hold, such as a NUL in a string.
  body json not null,
  digest bytea not null,
  copies integer not null default 1,
  received_at timestamptz not null default moment(),
  processed_at timestamptz,
  outcome text,
  -- What M-PESA sends has phones and names in it. After a while only the digest is needed, which tells a repetition, and what
  -- became of the message. The application may not change bodies, so that nobody rewrites what M-PESA said; it may only have
  -- old ones removed.
  body_removed_at timestamptz,
  traceparent text,
  constraint provider_messages_target_id_digest_key unique (target_id, digest)
);
create index provider_messages_newest on provider_messages (received_at);
create index provider_messages_waiting on provider_messages (received_at) where processed_at is null;
create index provider_messages_with_body
  on provider_messages (processed_at)
  where body_removed_at is null and (processed_at is not null);

-- The one OAuth token that all processes share: asking for another would void it. Whoever holds the lease asks.
create table provider_tokens (
  name text primary key,
  sealed bytea,
  expires_at timestamptz,
  lease uuid,
  lease_until timestamptz
);

-- Where a provider answers to. The token is stored as its hash; the payment is found by it and nothing else.
create table callback_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose ~ '^[a-z][a-z0-9_]{2,39}$'),
  home_id uuid not null,
  target_id uuid not null,
  created_at timestamptz not null default moment(),
  last_used_at timestamptz,
  retired_at timestamptz,
  -- The trace of the order that a callback is about, kept with the address it comes to and with what came: looking it up in
  -- provider_orders asked all nodes of a distributed database, of which one may be silent.
  traceparent text
);

-- Things an operator, or the system itself for a while, has switched off.
create table circuit_breakers (
  name text primary key,
  reason text not null,
  until timestamptz not null
);

-- One row per phone with a prompt on it; its lock also serialises the counting of prompts to that phone.
create table open_prompts (
  msisdn text primary key,
  home_id uuid not null,
  order_id uuid not null,
  expires_at timestamptz not null
);

-- The secret addresses that M-PESA reports payments at the pay bill to. CURRENT is the one it is known to use, NEXT one that
-- it has been told of; both are accepted. What comes to a RETIRED one is not.
create table pay_bill_addresses (
  id uuid primary key,
  made_at timestamptz not null default moment(),
  -- The key that was first in the ring: with its secret and a copy of the database the address can be read.
  key_id text not null,
  -- The last four characters, by which people tell addresses apart.
  ending text not null,
  confirmation_hash bytea not null references callback_tokens,
  validation_hash bytea not null references callback_tokens,
  confirmation_sealed bytea not null,
  validation_sealed bytea not null,
  state text not null check (state in ('NEXT', 'CURRENT', 'RETIRED')),
  -- When the operator said that M-PESA uses it.
  current_since timestamptz,
  -- When M-PESA has answered to the address, whatever it said.
  told_at timestamptz
);
create unique index pay_bill_addresses_in_use on pay_bill_addresses (state) where state <> 'RETIRED';

-- Payments at the pay bill that a callback has told of. Nothing is posted before M-PESA itself confirms one, by its
-- status or in its list of what it has received.
create table pay_bill_payments (
  receipt text primary key,
  -- The callback that told of it first.
  message_id uuid not null unique,
  -- What that callback said; M-PESA's own answer decides.
  bill_reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The purchase that waits for it.
  home_id uuid,
  -- Another callback said something else under the same receipt.
  is_disputed boolean not null default false,
  -- CHECKING: M-PESA is being asked. OVERDUE: not confirmed in time, a case for administrators. UNCONFIRMED: given up.
  state text not null default 'CHECKING' check (state in ('CHECKING', 'OVERDUE', 'CONFIRMED', 'UNCONFIRMED')),
  reported_at timestamptz not null default clock_moment(),
  -- When M-PESA is asked for its status; null once M-PESA has answered.
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

-- What ten million rows were read through for: rare amounts, batches of one state or channel, and the sums of a merchant's batches.
create index withdrawals_by_amount
  on withdrawals (amount_cents, pending_since desc, id desc)
  where status <> 'REGISTERED';

-- More of what the list of all movements is read by: what is rare among very many, and withdrawals by their id alone.
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

-- Money that goes back: refunds with every try at M-PESA, vouchers in the place of others, and cases that somebody
-- has resolved. The home of a refund is the voucher it comes from, or whatever the money in suspense came with.
create table refunds (
  home_id uuid not null,
  id uuid not null,
  source text not null check (source in ('voucher', 'suspense')),
  voucher_id uuid,
  review_id uuid references reviews,
  -- Whose wallet takes what M-PESA does not give back; nobody's when strangers paid.
  buyer_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of it that was our fee.
  fee_cents bigint not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'CANCELED')),
  -- Where it has gone; null while nobody knows.
  returned_to text check (returned_to in ('mpesa', 'wallet', 'suspense')),
  -- The payment to be reversed.
  original_receipt text,
  -- Of the reversal.
  mpesa_receipt text,
  result_code text,
  reason text not null check (length(reason) between 1 and 400),
  -- Null: the buyer cancelled a gift that was not sent yet.
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
  check ((requested_by is not null) or ((source = 'voucher') and (buyer_id is not null))),
  check ((status = 'CANCELED') = (coalesce(returned_to, '') = 'suspense'))
);
create index refunds_by_id on refunds (id);
create index refunds_by_reference on refunds (right(id::text, 12));
create index refunds_newest on refunds (created_at desc, id desc);
create index refunds_of_buyer on refunds (buyer_id, created_at desc);
create unique index refunds_of_review on refunds (review_id) where (review_id is not null) and status = 'PENDING';

-- What is on its way back from a voucher or a case is on its way once.
create unique index refunds_of_voucher on refunds (voucher_id) where voucher_id is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('refunds', 'PENDING', 'CANCELED'),
  ('refunds', 'PENDING', 'COMPLETED');

-- What became of money that had moved: it came back, wholly or in part, or was taken back. The state of a payment itself
-- never says so, because nothing leaves COMPLETED. There is a row only where something came back.
create table refund_states (
  -- Of the payment: the voucher that was bought, or the owner of the wallet.
  home_id uuid not null,
  -- The purchase or withdrawal.
  transaction_id uuid not null,
  -- refunded, partly_refunded: it went back to the buyer. reversed: Safaricom took the payment. taken_back: the voucher was
  -- made void and what was left went back; a withdrawal was taken out of the wallet again, because M-PESA had paid it.
  state text not null check (state in ('refunded', 'partly_refunded', 'reversed', 'taken_back')),
  -- How much of the payment came back.
  back_cents bigint not null check (back_cents >= 0),
  cell smallint not null,
  primary key (home_id, transaction_id),
  constraint refund_states_cell_check check (cell = get_byte(uuid_send(home_id), 15))
);
create index refund_states_by_state on refund_states (state);
