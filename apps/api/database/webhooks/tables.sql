-- URLs that a merchant's events are sent to, up to five; the first one has the merchant's id. Written by
-- features/merchants/webhooks, whose workers send the events.
create table webhook_addresses (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  -- Null after a removal. The row of the first URL then stays, with its switches and its secret.
  url text check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 60),
  events text[] not null
    check (events <@ array[
      'voucher.created', 'voucher.redeemed', 'voucher.voided', 'voucher.held', 'voucher.hold_captured',
      'voucher.hold_released', 'transaction.completed', 'settlement.processed', 'payment.failed'
    ]),
  -- Sealed, because it signs each event.
  secret bytea,
  secret_made_at timestamptz,
  old_secret bytea,
  old_secret_until timestamptz,
  -- Consecutive failed attempts. While positive, attempts run one at a time.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  -- Nothing is sent before this moment: attempts pause after a failure.
  resumes_at timestamptz not null default moment(),
  -- When the owner was notified that the address fails.
  warned_at timestamptz,
  switched_off_at timestamptz,
  switched_off_reason text check (switched_off_reason in ('gone', 'failing')),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  check ((secret is null) = (secret_made_at is null)),
  check ((old_secret is null) = (old_secret_until is null)),
  check (url is null or secret is not null),
  check ((failures = 0) = (failing_since is null)),
  check ((switched_off_at is null) = (switched_off_reason is null))
);
create index webhook_addresses_by_merchant on webhook_addresses (merchant_id, created_at);

-- Deliveries: one event for one address of a merchant. Written by features/merchants/webhooks. No foreign keys: a key
-- to the merchant would make every redemption lock the merchant's row, and a delivery in the log outlives its address.
create table webhook_deliveries (
  merchant_id uuid not null,
  -- The webhook-id of every attempt. Derived from the cause of the event, so that a repeated cause finds the delivery.
  -- For the first address, equal to the event's id.
  id uuid not null,
  type text not null check (length(type) between 1 and 60),
  -- json, not jsonb, so that every attempt sends the same bytes.
  data json not null check (length(data::text) < 19000),
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  created_at timestamptz not null default moment(),
  next_try_at timestamptz not null default moment(),
  tries integer not null default 0 check (tries >= 0),
  -- The position in the schedule of retries; reset to 0 when a person sends the event again.
  retries_used integer not null default 0 check (retries_used >= 0),
  last_status smallint,
  last_tried_at timestamptz,
  -- Only the holder of the token may record the result of an attempt, as in the outbox.
  lease_token uuid,
  lease_until timestamptz,
  -- The trace in which the event occurred (W3C Trace Context); sending continues it. Null if tracing is off.
  traceparent text,
  -- The event; each address that subscribes to it has one delivery.
  event_id uuid not null,
  address_id uuid not null,
  primary key (merchant_id, id),
  check ((lease_token is null) = (lease_until is null)),
  check (lease_token is null or state = 'pending')
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_by_age on webhook_deliveries (merchant_id, created_at, id);
-- An event is delivered to an address at most once.
create unique index webhook_deliveries_by_event on webhook_deliveries (merchant_id, event_id, address_id);
-- The event log of one voucher.
create index webhook_deliveries_by_voucher
  on webhook_deliveries (merchant_id, (data ->> 'voucher_id'), created_at, id);
-- Counts the pending events of a merchant, and finds the merchants with pending events.
create index webhook_deliveries_due on webhook_deliveries (merchant_id, next_try_at, id) where state = 'pending';
-- By address, so that one address does not delay another.
create index webhook_deliveries_due_by_address
  on webhook_deliveries (address_id, next_try_at, id)
  where state = 'pending';
-- Finds failed deliveries without reading all that succeeded.
create index webhook_deliveries_failed on webhook_deliveries (merchant_id, created_at, id) where state = 'failed';
-- Counts the running attempts at an address without reading its backlog.
create index webhook_deliveries_leased_by_address
  on webhook_deliveries (address_id, lease_until)
  where lease_token is not null;

-- Every attempt of a delivery, for the event log. Written by features/merchants/webhooks.
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
  -- Short code for the error, if the merchant's server did not answer.
  failure text check (length(failure) <= 60),
  primary key (merchant_id, delivery_id, number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries (merchant_id, id) on delete cascade
);

-- Merchants whose program listens to the event stream, in sandbox mode. Each row is a lease, so events for a crashed
-- program soon stop. For all other merchants, an event costs one look-up here. Written by features/merchants/webhooks.
create table event_streams (
  merchant_id uuid primary key references merchants,
  open_until timestamptz not null
);
