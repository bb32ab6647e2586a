-- Purchases, vouchers and withdrawals. Every table with money in it begins its key with the home of that money
-- (the voucher, or the wallet's owner); what must be unique everywhere lives in small look-up tables of its own.

create table lookups (
  kind text not null,
  key text not null,
  home_id uuid not null,
  target_id uuid not null,
  primary key (kind, key)
);
comment on table lookups is
  'One row per globally unique name: purchase, withdrawal, bill_reference, checkout_request, receipt, voucher_code, claim_token.';

-- Where a provider answers to. The token is stored as its hash; the payment is found by it and nothing else.
create table hooks (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('stk_result', 'b2c_result', 'b2c_status', 'c2b', 'c2b_validation')),
  home_id uuid not null,
  target_id uuid not null,
  created_at timestamptz not null default now()
);

create table provider_messages (
  id uuid primary key,
  purpose text not null,
  home_id uuid not null,
  target_id uuid not null,
  -- As it came: unlike jsonb, json keeps what no text of ours may hold, such as a NUL in a string.
  body json not null,
  digest bytea not null,
  copies integer not null default 1,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  unique (target_id, digest)
);
create index provider_messages_waiting on provider_messages (received_at) where processed_at is null;

create table purchases (
  home_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < amount_cents),
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
  registered_at timestamptz not null default now(),
  pending_since timestamptz,
  completed_at timestamptz,
  primary key (home_id, id),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null))
);
create index purchases_by_buyer on purchases (buyer_id, registered_at desc);
create index purchases_registered on purchases (registered_at) where status = 'REGISTERED';

create table purchase_attempts (
  home_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  payer_msisdn text not null,
  is_own_phone boolean not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'INTENT' check (state in ('INTENT', 'SENT', 'UNKNOWN', 'SUCCEEDED', 'FAILED')),
  merchant_request_id text,
  checkout_request_id text,
  mpesa_receipt text,
  result_code text,
  failure_reason text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  queries integer not null default 0,
  next_query_at timestamptz,
  primary key (home_id, id)
);
create index purchase_attempts_of on purchase_attempts (home_id, purchase_id, created_at desc);
create index purchase_attempts_by_phone on purchase_attempts (payer_msisdn, created_at desc);
create index purchase_attempts_to_query on purchase_attempts (next_query_at) where state in ('INTENT', 'SENT', 'UNKNOWN');

-- One row per phone with a prompt on it; its lock also serialises the counting of prompts to that phone.
create table open_prompts (
  msisdn text primary key,
  home_id uuid not null,
  attempt_id uuid not null,
  expires_at timestamptz not null
);

create table vouchers (
  id uuid primary key,
  purchase_id uuid,
  buyer_id uuid,
  issuer_merchant_id uuid,
  face_cents bigint not null check (face_cents > 0),
  code_sealed bytea not null,
  code_last_four text not null,
  claim_token_sealed bytea not null,
  sender_name text not null,
  recipient_name text not null,
  recipient_msisdn text,
  recipient_email text,
  message text not null,
  cloth text not null,
  mpesa_receipt text,
  issued_at timestamptz not null default now(),
  deliver_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- How its value left, when it left as a whole; spending shows in the ledger's balance alone.
  closed_as text check (closed_as in ('CLAIMED', 'EXPIRED', 'VOIDED', 'REFUNDED')),
  closed_at timestamptz,
  check ((closed_as is null) = (closed_at is null))
);
create index vouchers_by_recipient_phone on vouchers (recipient_msisdn, issued_at desc);
create index vouchers_by_recipient_email on vouchers (recipient_email, issued_at desc);
create index vouchers_by_buyer on vouchers (buyer_id, issued_at desc);
create index vouchers_to_expire on vouchers (expires_at) where closed_as is null;

create table voucher_activities (
  voucher_id uuid not null,
  id uuid not null,
  kind text not null check (
    kind in ('ISSUED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED', 'REFUNDED', 'RESENT')
  ),
  actor_kind text not null check (actor_kind in ('consumer', 'merchant', 'admin', 'system', 'anyone')),
  actor_id uuid,
  amount_cents bigint,
  reason text,
  at timestamptz not null default now(),
  primary key (voucher_id, id)
);

create table redemptions (
  voucher_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  redeemed_at timestamptz not null default now(),
  reversed_at timestamptz,
  primary key (voucher_id, id)
);
create index redemptions_by_merchant on redemptions (merchant_id, id desc);

create table claims (
  voucher_id uuid primary key,
  id uuid not null,
  user_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  claimed_at timestamptz not null default now()
);
create index claims_by_user on claims (user_id, claimed_at desc);

-- The request's scope (method, path, key) is a hash because the path of a redemption carries the voucher's code.
create table idempotency_keys (
  home_id uuid not null,
  merchant_id uuid not null,
  scope bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (home_id, merchant_id, scope)
);

create table withdrawals (
  user_id uuid not null,
  id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0 and fee_cents < amount_cents),
  bill_reference text not null,
  msisdn text not null,
  recipient_name text not null,
  recipient_email text not null,
  status text not null default 'REGISTERED' check (status in ('REGISTERED', 'PENDING', 'COMPLETED', 'CANCELED')),
  -- How far the order to M-PESA came; only PENDING ones have one.
  send_state text check (send_state in ('INTENT', 'SENT', 'UNKNOWN')),
  conversation_id text,
  transaction_code text,
  paid_to_name text,
  result_code text,
  failure_reason text,
  registered_at timestamptz not null default now(),
  pending_since timestamptz,
  completed_at timestamptz,
  settled_at timestamptz,
  queries integer not null default 0,
  next_query_at timestamptz,
  queried_at timestamptz,
  primary key (user_id, id),
  check ((status = 'CANCELED') = (failure_reason is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check ((status = 'PENDING') = (send_state is not null))
);
create index withdrawals_by_user on withdrawals (user_id, registered_at desc);
create index withdrawals_to_query on withdrawals (next_query_at) where status = 'PENDING';

-- What a person has to look at: money that fits nothing, contradictions, payments that stay unknown.
create table reviews (
  id uuid primary key,
  kind text not null,
  subject_id uuid not null,
  details jsonb not null,
  raised_at timestamptz not null default now(),
  resolved_at timestamptz,
  unique (kind, subject_id)
);

-- Things an operator, or the system itself for a while, has switched off.
create table pauses (
  name text primary key,
  reason text not null,
  until timestamptz not null
);

-- The one OAuth token that all processes share: asking for another would void it. Whoever holds the lease asks.
create table provider_tokens (
  name text primary key,
  sealed bytea,
  expires_at timestamptz,
  lease uuid,
  lease_until timestamptz
);

grant select, insert on lookups, hooks, voucher_activities to zawadi_app;
grant select, insert, update on provider_messages, purchases, purchase_attempts, vouchers, redemptions, claims,
  idempotency_keys, withdrawals, reviews, pauses, provider_tokens to zawadi_app;
grant select, insert, update, delete on open_prompts to zawadi_app;

-- The only rows of this file that are ever deleted: purchases nobody started to pay for.
create function drop_stale_registrations() returns bigint
language sql security definer set search_path = pg_catalog, public as $$
  with stale as (
    delete from purchases
    where status = 'REGISTERED' and registered_at < now() - interval '24 hours'
    returning id, bill_reference
  ), freed as (
    delete from lookups using stale
    where (lookups.kind = 'purchase' and lookups.key = stale.id::text)
       or (lookups.kind = 'bill_reference' and lookups.key = stale.bill_reference)
    returning 1
  )
  select count(*) from stale
$$;
revoke all on function drop_stale_registrations() from public;
grant execute on function drop_stale_registrations() to zawadi_app;
