-- Merchants: names, contact, main API key, settings. Written by features/people/merchants. The contact and
-- settlements_held_since are changed only by change_merchant_contact(), restore_merchant_email(), hold_settlements()
-- and resume_settlements().
create table merchants (
  id uuid primary key,
  merchant_code text not null check (merchant_code ~ '^[A-Z0-9]{3,12}$'),
  business_name text not null check (length(business_name) between 1 and 80),
  contact_name text not null check (length(contact_name) between 1 and 80),
  contact_email text not null check (contact_email = lower(contact_email)),
  contact_phone_msisdn text not null check (contact_phone_msisdn ~ '^254[17][0-9]{8}$'),
  primary_color text not null default '#007BFF' check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  logo_url text,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'INACTIVE')),
  api_key text not null unique,
  api_secret_hash bytea not null check (length(api_secret_hash) = 32),
  api_secret_made_at timestamptz not null default moment(),
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  settlement_frequency text not null default 'daily' check (settlement_frequency in ('daily', 'weekly')),
  -- 1 is Monday. Used for weekly settlements; kept while settlements are daily.
  settlement_weekday smallint not null default 1 check (settlement_weekday between 1 and 7),
  settlement_hour smallint not null default 9 check (settlement_hour between 0 and 23),
  -- Null when never changed. For 24 hours after a change, no password can be reset through the new address.
  contact_email_changed_at timestamptz,
  -- Hash of the main key's former secret, which stays valid until api_old_secret_until.
  api_old_secret_hash bytea check (length(api_old_secret_hash) = 32),
  api_old_secret_until timestamptz,
  -- While set, the merchant gets no pay-outs: administrators changed the contact, and the former contact answered "this
  -- was not me". Two administrators have to review the case.
  settlements_held_since timestamptz,
  -- Set while the merchant is closed. Holders can claim its own vouchers for 90 days from then.
  closed_since timestamptz,
  constraint merchants_code_is_unique unique (merchant_code),
  check ((api_old_secret_hash is null) = (api_old_secret_until is null))
);
-- For the public list of shops, sorted by name.
create index merchants_as_shops on merchants (lower(business_name), id) where status = 'ACTIVE';
create index merchants_by_contact_email on merchants (contact_email);
create index merchants_by_contact_phone on merchants (contact_phone_msisdn);
create index merchants_by_name on merchants using gin (folded_name(business_name) extensions.gin_trgm_ops);
-- Contains only merchants that wait for approval. Every page of the administrators counts them.
create index merchants_waiting on merchants (created_at, id) where status = 'PENDING';

-- Places of a merchant: its branches. An open place is an entry in the public list of shops. Money, pay-out channel and
-- settlements belong to the merchant. The main place has the id of its merchant; add_main_place() adds it. Written by
-- features/people/merchants.
create table merchant_places (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null check (length(name) between 1 and 40),
  category text check (category ~ '^[a-z]{2,20}$'),
  town text check (length(town) between 1 and 40),
  street text check (length(street) between 1 and 80),
  -- For customers; the merchant's contact has another number.
  phone_msisdn text check (phone_msisdn ~ '^254[17][0-9]{8}$'),
  map_link text check (map_link ~ '^https://' and length(map_link) <= 500),
  -- Degrees north and east, read from the map link; null if it has none.
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- Opening hours of all seven weekdays, from Monday, in the format of the API; null until set.
  opening_hours jsonb check (jsonb_array_length(opening_hours) = 7),
  created_at timestamptz not null default moment(),
  -- A closed place is kept, because redemptions refer to it.
  closed_at timestamptz,
  check ((latitude is null) = (longitude is null)),
  constraint merchant_places_main_stays_open check (closed_at is null or id <> merchant_id)
);
create unique index merchant_places_by_name on merchant_places (merchant_id, lower(name)) where closed_at is null;
create index merchant_places_by_town on merchant_places (town, merchant_id) where closed_at is null;
create index merchant_places_of_merchant on merchant_places (merchant_id, id);

-- Staff members of merchants, who sign in. The owner signs in with the merchant code alone; a member with the handle
-- JUMA uses CODE.juma. Written by features/people/merchants.
create table merchant_staff (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  handle text check (handle ~ '^[A-Z0-9_-]{1,30}$'),
  role text not null check (role in ('owner', 'manager', 'cashier')),
  password_hash text not null,
  must_change_password boolean not null,
  session_version integer not null default 1,
  created_at timestamptz not null default moment(),
  -- Null for the owner, who has the name and email address of the contact in merchants.
  name text check (length(name) between 1 and 80),
  email text check (email = lower(email) and length(email) between 3 and 254),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  temporary_password_until timestamptz not null default moment() + interval '72 hours',
  email_changed_at timestamptz,
  -- When the owner reported that another person has the password. Until a reset, the password proves nothing.
  password_doubted_at timestamptz,
  -- Where the member redeems; null if the device says which place it is at.
  place_id uuid references merchant_places,
  constraint merchant_staff_handle_is_unique unique nulls not distinct (merchant_id, handle),
  check ((handle is null) = (role = 'owner')),
  constraint merchant_staff_owner_is_the_contact
    check (role <> 'owner' or (name is null and email is null and status = 'ACTIVE' and place_id is null))
);

-- Logos. Written by features/people/merchants.
create table merchant_logos (
  merchant_id uuid primary key references merchants,
  -- Part of the logo's URL. Changes with every logo, so that browsers may cache a logo for long.
  name text not null unique,
  webp bytea not null check (octet_length(webp) <= 524288)
);

-- Pay-out channels of a merchant, in versions. A change is a new row that takes effect later, so that a fraudster in
-- the owner's account does not get the money. A channel that is replaced before it takes effect is never used. Only the
-- functions of payout-channels.sql write this table.
create table merchant_payout_channels (
  merchant_id uuid not null references merchants,
  version integer not null check (version > 0),
  kind text not null check (kind in ('mpesa', 'till', 'paybill', 'bank')),
  -- 254XXXXXXXXX for a phone; otherwise the number of the till or pay bill.
  number text not null check (number ~ '^[0-9]{5,12}$'),
  account_number text check (length(account_number) between 1 and 20),
  bank_name text,
  set_by uuid not null references merchant_staff,
  set_at timestamptz not null default clock_moment(),
  -- `infinity` until two administrators have released the channel.
  effective_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, version),
  check ((account_number is not null) = (kind in ('paybill', 'bank'))),
  check ((bank_name is not null) = (kind = 'bank'))
);
create index merchant_payout_channels_by_account_number
  on merchant_payout_channels (upper(account_number))
  where account_number is not null;
create index merchant_payout_channels_by_number on merchant_payout_channels (number);

-- The history of a merchant: actions of its staff, of administrators and of the product. Append-only, without secrets.
-- Written by features/people/merchants.
create table merchant_activities (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  at timestamptz not null default moment(),
  actor_kind text not null check (actor_kind in ('member', 'admin', 'system')),
  -- merchant_staff.id or administrators.id.
  actor_id uuid,
  kind text not null check (kind ~ '^[a-z0-9-]{3,40}$'),
  details jsonb not null default '{}',
  check ((actor_id is null) = (actor_kind = 'system'))
);
create index merchant_activities_by_merchant on merchant_activities (merchant_id, at, id);

-- Every change of a merchant's contact, masked. Written by the trigger record_merchant_contact_change() for every role.
-- When a shop is disputed, operators read it with the owner's role (docs/operations/people.md).
create table merchant_contact_history (
  id bigint primary key generated always as identity,
  merchant_id uuid not null references merchants,
  kind text not null check (kind in ('email', 'phone')),
  former text not null,
  present text not null,
  at timestamptz not null default clock_moment()
);
create index merchant_contact_history_of_merchant on merchant_contact_history (merchant_id, id);

-- A merchant's settings of the merchant API; without a row the defaults apply. Written by
-- features/merchants/merchant-api.
create table merchant_api_settings (
  merchant_id uuid primary key references merchants,
  has_address_list boolean not null default false,
  -- [{"address": "41.90.64.0/24", "label": "Head office"}], at most 50.
  addresses jsonb not null default '[]' check (jsonb_array_length(addresses) <= 50),
  is_rate_limited boolean not null default true,
  is_logged boolean not null default true,
  check (not has_address_list or jsonb_array_length(addresses) > 0)
);

-- When and from where a merchant's main API key was last used. A separate table, because API requests would otherwise
-- contend for the merchant's row. Written by features/merchants/merchant-api.
create table merchant_api_uses (
  merchant_id uuid primary key references merchants,
  last_used_at timestamptz not null,
  address text
);

-- API keys, each for one till or system, in addition to the main key in merchants. Written by
-- features/people/merchants.
create table merchant_api_keys (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null check (length(name) between 1 and 60),
  rights text not null check (rights in ('read', 'redeem', 'create', 'everything')),
  api_key text not null unique,
  secret_hash bytea not null check (length(secret_hash) = 32),
  secret_made_at timestamptz not null default moment(),
  -- Hash of the former secret, which stays valid until old_secret_until.
  old_secret_hash bytea check (length(old_secret_hash) = 32),
  old_secret_until timestamptz,
  -- The place of the till or system. The main key belongs to the main place.
  place_id uuid not null references merchant_places,
  created_by uuid not null references merchant_staff,
  created_at timestamptz not null default moment(),
  -- A revoked key is kept, because the request log refers to it.
  revoked_at timestamptz,
  check ((old_secret_hash is null) = (old_secret_until is null))
);
create unique index merchant_api_keys_by_name on merchant_api_keys (merchant_id, lower(name)) where revoked_at is null;

-- When and from where each of merchant_api_keys was last used. Written by features/merchants/merchant-api.
create table merchant_api_key_uses (
  key_id uuid primary key references merchant_api_keys,
  last_used_at timestamptz not null,
  address text not null
);

-- Log of requests to the merchant API, kept for 30 days. Bodies are masked and truncated; they never contain a secret
-- or a whole voucher code. Written by features/merchants/merchant-api.
create table merchant_api_requests (
  merchant_id uuid not null,
  at timestamptz not null,
  id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  duration_ms integer not null check (duration_ms >= 0),
  address text not null,
  -- How many further requests of the same second were not logged.
  omitted_after integer check (omitted_after > 0),
  -- Id of the API key that was used; for the main key, the merchant's id.
  key_id uuid,
  idempotency_key text,
  -- Bodies of the request and of its answer, masked, at most 2,000 bytes each.
  sent text check (octet_length(sent) <= 2000),
  answered text check (octet_length(answered) <= 2000),
  -- A deprecation that the caller should follow up.
  notice text check (notice = 'amount_missing'),
  primary key (merchant_id, at, id)
);
create index merchant_api_requests_by_age on merchant_api_requests using brin (at) with (pages_per_range = 16, autosummarize = on);
create index merchant_api_requests_by_key on merchant_api_requests (merchant_id, key_id, at, id);
create index merchant_api_requests_refused on merchant_api_requests (merchant_id, at, id) where status >= 400;

-- Letters of merchants and consumers to the operator's support. Written by features/office/support.
create table support_requests (
  id uuid primary key,
  -- The writer: a merchant's staff member, or a consumer.
  merchant_id uuid references merchants,
  staff_id uuid references merchant_staff,
  user_id uuid references users,
  -- The staff member's details when the letter was written. A consumer's details are in users.
  writer_name text,
  writer_email text,
  subject text not null check (length(subject) between 1 and 120),
  message text not null check (length(message) between 1 and 4000),
  reference text check (length(reference) between 1 and 200),
  -- The object of the letter, if it has one: a merchant's batch, one entry of it, or a redemption; a consumer's
  -- payment, as the own history names it, or a gift.
  batch_id text,
  transaction_id uuid,
  redemption_id uuid,
  payment_id uuid,
  voucher_id uuid,
  sent_at timestamptz not null default moment(),
  assigned_to uuid references administrators,
  -- When support handed the letter to finance, which answers it or hands it back. A note says why.
  handed_over_at timestamptz,
  answered_at timestamptz,
  answered_by uuid references administrators,
  -- The answer that was sent to the writer; null if an administrator answered elsewhere.
  answer text check (length(answer) between 1 and 4000),
  check ((answered_at is null) = (answered_by is null)),
  check (answer is null or answered_at is not null),
  check (num_nonnulls(merchant_id, user_id) = 1),
  check (num_nonnulls(merchant_id, staff_id, writer_name, writer_email) in (0, 4)),
  check (num_nonnulls(batch_id, redemption_id, payment_id, voucher_id) <= 1),
  check (transaction_id is null or batch_id is not null)
);
create index support_requests_by_age on support_requests (sent_at, id);
create index support_requests_of_merchant on support_requests (merchant_id, sent_at desc, id desc);
create index support_requests_of_user on support_requests (user_id, sent_at desc, id desc) where user_id is not null;
create index support_requests_by_reference on support_requests (right(id::text, 12));
create index support_requests_waiting on support_requests (sent_at, id) where answered_at is null;
