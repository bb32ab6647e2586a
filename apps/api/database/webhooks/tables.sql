-- Events for a merchant's own system: where they go, what is to be sent, and what came of every try. The workers of
-- apps/api/src/features/merchants/webhooks carry them out.
create table webhook_addresses (
  merchant_id uuid not null,
  -- Null while there is none; switches and secret are kept.
  url text,
  events text[] not null
    check (events <@ array['voucher.created', 'voucher.redeemed', 'voucher.voided', 'voucher.held', 'voucher.hold_captured', 'voucher.hold_released', 'transaction.completed', 'settlement.processed', 'payment.failed']),
  -- Sealed by the application, which needs them to sign.
  secret bytea,
  secret_made_at timestamptz,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Tries without a success between them; while there are any, one try is made at a time and none before held_until.
  failures integer not null default 0,
  failing_since timestamptz,
  held_until timestamptz not null default moment(),
  -- The owner was told that it fails.
  warned_at timestamptz,
  switched_off_at timestamptz,
  switched_off_reason text,
  updated_at timestamptz not null default moment(),
  id uuid primary key,
  description text not null default '' check (length(description) <= 60),
  created_at timestamptz not null default moment(),
  -- Nothing is sent there before. In place of held_until, which the version before goes by.
  resumes_at timestamptz not null default moment(),
  constraint webhook_endpoints_merchant_id_fkey foreign key (merchant_id) references merchants(id),
  constraint webhook_endpoints_check check ((secret is null) = (secret_made_at is null)),
  constraint webhook_endpoints_check1 check ((old_secret is null) = (old_secret_until is null)),
  constraint webhook_endpoints_check2 check (url is null or (secret is not null)),
  constraint webhook_endpoints_check3 check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_check4 check ((switched_off_at is null) = (switched_off_reason is null)),
  constraint webhook_endpoints_failures_check check (failures >= 0),
  constraint webhook_endpoints_switched_off_reason_check check (switched_off_reason in ('gone', 'failing')),
  constraint webhook_endpoints_url_check check (length(url) between 1 and 2000)
);
create index webhook_addresses_by_merchant on webhook_addresses (merchant_id, created_at);

-- One event for one merchant. The id follows from its cause, so that a repeated cause finds it, and is the webhook-id
-- of every try. No foreign key: its lock on the merchant's row would be taken by every redemption.
create table webhook_deliveries (
  merchant_id uuid not null,
  id uuid not null,
  type text not null check (length(type) between 1 and 60),
  -- Thin, and json rather than jsonb: every try sends the same bytes.
  data json not null check (length(data::text) < 19000),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  created_at timestamptz not null default moment(),
  next_try_at timestamptz not null default moment(),
  tries integer not null default 0 check (tries >= 0),
  -- Where in the schedule of retries it is; somebody who sends it again starts over.
  retries_used integer not null default 0 check (retries_used >= 0),
  last_status smallint,
  last_tried_at timestamptz,
  -- As in the outbox: whoever holds the token may say how the try ended.
  lease_token uuid,
  lease_until timestamptz,
  traceparent text,
  -- One delivery for each address that wants the event. The delivery to the first address has the id of the event. No foreign
  -- key, for the reason there was none to the merchant, and as a delivery outlives its address in the log.
  event_id uuid not null,
  address_id uuid not null,
  primary key (merchant_id, id),
  check ((lease_token is null) = (lease_until is null)),
  check (lease_token is null or state = 'pending')
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_by_age on webhook_deliveries (merchant_id, created_at, id);

-- An event comes to an address once.
create unique index webhook_deliveries_by_event on webhook_deliveries (merchant_id, event_id, address_id);

-- All that happened with one voucher.
create index webhook_deliveries_by_voucher
  on webhook_deliveries (merchant_id, ((data ->> 'voucher_id')), created_at, id);
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_try_at, id) where state = 'pending';

-- As webhook_deliveries_due and webhook_deliveries_leased, which the version before reads: one address delays no other.
create index webhook_deliveries_due_by_address
  on webhook_deliveries (address_id, next_try_at, id)
  where state = 'pending';

-- What merchants look for, among very many that went well.
create index webhook_deliveries_failed on webhook_deliveries (merchant_id, created_at, id) where state = 'failed';

-- Counts the tries under way at a merchant without reading its backlog.
create index webhook_deliveries_leased on webhook_deliveries (merchant_id, lease_until) where lease_token is not null;
create index webhook_deliveries_leased_by_address
  on webhook_deliveries (address_id, lease_until)
  where lease_token is not null;

create table webhook_tries (
  merchant_id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  is_delivered boolean not null,
  status smallint,
  response_body text check (length(response_body) <= 2048),
  -- Why nothing was answered: a short code.
  failure text check (length(failure) <= 60),
  primary key (merchant_id, delivery_id, number),
  constraint webhook_tries_merchant_id_delivery_id_fkey foreign key (merchant_id, delivery_id) references webhook_deliveries(merchant_id, id) on delete cascade
);

-- Which merchants have a program that listens to their events as they happen, in sandbox mode: a lease, so that one that
-- vanished is told nothing for long. The others cost each event one look.
create table event_streams (
  merchant_id uuid primary key references merchants,
  open_until timestamptz not null
);
