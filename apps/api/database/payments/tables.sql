-- Purchases of gifts, from registration to payment: of one gift, or of a basket. Written by features/money/purchases;
-- erase_user() removes personal data.
create table purchases (
  home_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  bill_reference text not null check (length(bill_reference) between 1 and 12),
  payer_msisdn text not null,
  -- Number of rows in purchase_gifts.
  gift_count smallint not null default 1 check (gift_count between 1 and 20),
  -- mpesa: a prompt, or a payment at the pay bill. wallet: the buyer's wallet.
  paid_by text not null default 'mpesa' check (paid_by in ('mpesa', 'wallet')),
  status text not null default 'REGISTERED' check (status in ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  failure_reason text,
  mpesa_receipt text,
  registered_at timestamptz not null default moment(),
  pending_since timestamptz,
  completed_at timestamptz,
  -- Phone number that paid at the pay bill, if M-PESA reports it. Masked, because it may be another person's.
  paid_from text check (paid_from ~ '^254[17][*]{4}[0-9]{3}$'),
  is_by_ussd boolean not null default false,
  -- When the phone of a buyer by USSD is prompted once more, because it did not show the first prompt.
  prompt_again_at timestamptz,
  primary key (home_id, id),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check (paid_by = 'mpesa' or (status = 'COMPLETED' and mpesa_receipt is null and paid_from is null)),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
-- With these indexes the administrators' list of transactions finds failed and pending rows and rare amounts without a
-- full scan. For redemptions, only large amounts have an index, because it would slow down every redemption.
create index purchases_by_amount
  on purchases (amount_cents, pending_since desc, id desc)
  where status <> 'REGISTERED';
create index purchases_by_buyer on purchases (buyer_id, registered_at desc);
create index purchases_by_payer on purchases (payer_msisdn, pending_since desc);
create index purchases_completed on purchases (completed_at) where completed_at is not null;
create index purchases_failed on purchases (pending_since desc, id desc) where status = 'CANCELED';
-- In the sort order of a person's history.
create index purchases_in_history
  on purchases (buyer_id, coalesce(completed_at, pending_since) desc, id desc)
  where status <> 'REGISTERED';
-- The administrators' list of transactions, newest first.
create index purchases_newest on purchases (pending_since desc, id desc) where status <> 'REGISTERED';
create index purchases_pending on purchases (pending_since desc, id desc) where status = 'PENDING';
create index purchases_registered on purchases (registered_at) where status = 'REGISTERED';
create index purchases_to_prompt_again on purchases (prompt_again_at)
  where prompt_again_at is not null and status = 'CANCELED';
-- Sums what a wallet paid today.
create index purchases_from_wallet on purchases (buyer_id, completed_at) where paid_by = 'wallet';

insert into state_transitions (table_name, from_state, to_state) values
  ('purchases', 'CANCELED', 'COMPLETED'),
  ('purchases', 'CANCELED', 'PENDING'),
  ('purchases', 'PENDING', 'CANCELED'),
  ('purchases', 'PENDING', 'COMPLETED'),
  ('purchases', 'REGISTERED', 'COMPLETED'),
  ('purchases', 'REGISTERED', 'PENDING');

-- The gifts of a purchase. Each becomes a voucher when the purchase is paid. Written by features/money/purchases;
-- features/people/users removes personal data.
create table purchase_gifts (
  home_id uuid not null,
  position smallint not null check (position between 1 and 20),
  -- The voucher's id. The voucher of a single gift has the id of the purchase's home.
  voucher_id uuid not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  -- The gift's share of the purchase's fee.
  fee_cents bigint not null,
  recipient_name text not null,
  recipient_msisdn text not null,
  recipient_email text not null,
  -- Email address for a copy of the receipt, when the recipient has no email address. It is the buyer's address, so no
  -- claim, list or export of a recipient uses it.
  copy_email text,
  message text not null,
  cloth text not null,
  -- Time of delivery that the buyer chose; null for immediate delivery.
  deliver_at timestamptz,
  -- The buyer's wish: whether the link preview of the gift, in WhatsApp and elsewhere, shows the amount.
  shows_amount boolean not null default false,
  -- The buyer's choice for messages to a recipient without an account; null for the buyer's own language.
  language text check (language in ('en', 'sw')),
  primary key (home_id, position),
  check (fee_cents >= 0 and fee_cents < amount_cents)
);
-- Photos of givers on their gifts. Written by features/money/gift-photos. If an account is erased,
-- features/people/users deletes its photos.
create table gift_photos (
  home_id uuid primary key,
  purchase_id uuid not null,
  buyer_id uuid not null,
  -- Null after support has removed the photo.
  webp bytea check (octet_length(webp) <= 524288),
  state text not null default 'SHOWN' check (state in ('SHOWN', 'REPORTED', 'REMOVED')),
  put_at timestamptz not null default moment(),
  foreign key (home_id, purchase_id) references purchases on delete cascade,
  check ((webp is null) = (state = 'REMOVED'))
);
create index gift_photos_of_buyer on gift_photos (buyer_id);

insert into state_transitions (table_name, from_state, to_state) values
  ('gift_photos', 'REPORTED', 'REMOVED'),
  ('gift_photos', 'REPORTED', 'SHOWN'),
  ('gift_photos', 'SHOWN', 'REPORTED');

-- One row for each phone with an open prompt, because M-PESA shows one at a time. The row's lock serialises prompts to
-- one phone. Written by features/money/purchases.
create table open_prompts (
  msisdn text primary key,
  home_id uuid not null,
  order_id uuid not null,
  expires_at timestamptz not null
);

-- Payments at the pay bill that a callback has reported. Nothing is posted until M-PESA confirms the payment, by its
-- status or in its list of received payments. Written by features/money/purchases.
create table pay_bill_payments (
  receipt text primary key,
  -- The first callback that reported this payment.
  message_id uuid not null unique,
  -- Values from that callback. They do not count until M-PESA has confirmed them.
  bill_reference text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- The purchase that bill_reference names.
  home_id uuid,
  -- True if another callback reported different values under the same receipt.
  is_disputed boolean not null default false,
  -- CHECKING: M-PESA is queried. OVERDUE: not confirmed in time, a case for administrators. UNCONFIRMED: given up.
  state text not null default 'CHECKING' check (state in ('CHECKING', 'OVERDUE', 'CONFIRMED', 'UNCONFIRMED')),
  reported_at timestamptz not null default clock_moment(),
  -- Time of the next status query to M-PESA; null after M-PESA's answer.
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

-- Withdrawals from wallets to M-PESA. Written by features/money/withdrawals; erase_user() removes personal data.
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
  failure_reason text,
  registered_at timestamptz not null default moment(),
  pending_since timestamptz,
  completed_at timestamptz,
  settled_at timestamptz,
  -- Withdrawals by USSD have a daily limit of their own.
  is_by_ussd boolean not null default false,
  primary key (user_id, id),
  check (fee_cents >= 0 and fee_cents < amount_cents),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
-- For the administrators' list of transactions, like the indexes of purchases.
create index withdrawals_by_amount
  on withdrawals (amount_cents, pending_since desc, id desc)
  where status <> 'REGISTERED';
create index withdrawals_by_id on withdrawals (id);
create index withdrawals_by_number on withdrawals (msisdn, pending_since desc);
create index withdrawals_by_user on withdrawals (user_id, registered_at desc);
create index withdrawals_completed on withdrawals (completed_at) where completed_at is not null;
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

-- Refunds to M-PESA or to a wallet, of a voucher's value or of money in suspense (a review). The home is the voucher,
-- or the home of the money in suspense. Written by features/money/refunds.
create table refunds (
  home_id uuid not null,
  id uuid not null,
  source text not null check (source in ('voucher', 'suspense')),
  voucher_id uuid,
  review_id uuid references reviews,
  -- The account whose wallet gets the money if M-PESA does not return it; null when the payer has no account.
  buyer_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part of the amount that was our fee.
  fee_cents bigint not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'CANCELED')),
  -- Where the money went; null while unknown.
  returned_to text check (returned_to in ('mpesa', 'wallet', 'suspense')),
  -- M-PESA receipt of the payment that is reversed.
  original_receipt text,
  -- M-PESA receipt of the reversal.
  mpesa_receipt text,
  reason text not null check (length(reason) between 1 and 400),
  -- Null when the buyer cancelled a gift that was not sent yet.
  requested_by uuid references administrators,
  created_at timestamptz not null default moment(),
  settled_at timestamptz,
  primary key (home_id, id),
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
-- A voucher has at most one refund ever; money in suspense has at most one at a time.
create unique index refunds_of_voucher on refunds (voucher_id) where voucher_id is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('refunds', 'PENDING', 'CANCELED'),
  ('refunds', 'PENDING', 'COMPLETED');

-- How much of a completed payment was returned. A separate table, because COMPLETED is the final state of a payment. It
-- has rows only for payments of which something was returned. Written by features/money/refunds and
-- features/money/withdrawals.
create table refund_states (
  -- The home of the payment: the voucher that was bought, or the owner of the wallet.
  home_id uuid not null,
  -- The purchase or withdrawal.
  transaction_id uuid not null,
  -- refunded, partly_refunded: returned to the buyer. reversed: Safaricom took the payment back. taken_back: the
  -- voucher was voided and its remaining value returned; or a refunded withdrawal was debited to the wallet again,
  -- because M-PESA had paid it after all.
  state text not null check (state in ('refunded', 'partly_refunded', 'reversed', 'taken_back')),
  -- How much of the payment was returned.
  back_cents bigint not null check (back_cents >= 0),
  primary key (home_id, transaction_id)
);
create index refund_states_by_state on refund_states (state);
