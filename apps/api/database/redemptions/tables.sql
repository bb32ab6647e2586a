create table redemptions (
  voucher_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  redeemed_at timestamptz not null default moment(),
  reversed_at timestamptz,
  -- Who took a redemption and how, what the lists of a merchant are read by, and what was unusual at one.
  channel text not null default 'api' check (channel in ('portal', 'api')),
  -- Whoever stood at the till; the merchant's own system is nobody.
  staff_id uuid references merchant_staff,
  -- As it was that day, and here because one merchant's list is searched by it.
  recipient_name text not null default '',
  reversed_channel text check (reversed_channel in ('portal', 'api')),
  reversed_by uuid references merchant_staff,
  -- The merchant's own word for a redemption, such as the number of a receipt of its till, and what else its system keeps
  -- with a redemption or with a voucher of its own.
  reference text check (length(reference) between 1 and 400),
  metadata jsonb check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 4096),
  -- The API key that took a redemption, for shops that give each till or system a key of its own. The main key has the id of
  -- its merchant, so this refers to no table. Redemptions from before have none.
  key_id uuid,
  cell smallint not null,
  primary key (voucher_id, id),
  constraint redemptions_cell_check check (cell = get_byte(uuid_send(voucher_id), 15)),
  check ((channel = 'portal') = (staff_id is not null)),
  check ((reversed_at is null) = (reversed_channel is null)),
  check ((coalesce(reversed_channel, '') = 'portal') = (reversed_by is not null)),
  constraint redemptions_key_is_of_api check (key_id is null or channel = 'api')
);
create index redemptions_by_id on redemptions (id);

-- Found as a whole or by their beginning, by their merchant and by administrators. Redemptions without one cost nothing.
create index redemptions_by_merchant_reference
  on redemptions (lower(reference) text_pattern_ops, merchant_id)
  where reference is not null;
create index redemptions_by_name
  on redemptions using gin (merchant_id, lower(recipient_name) extensions.gin_trgm_ops) with (gin_pending_list_limit='65536');
create index redemptions_by_reference on redemptions (right(id::text, 12));

-- Pages newest first, and their totals without the table.
create index redemptions_in_list
  on redemptions (merchant_id, redeemed_at desc, id desc) include (amount_cents, reversed_at);

-- What is new, for whoever watches all merchants. Rows come in the order of time, so a few bytes do for many pages.
create index redemptions_in_time
  on redemptions using brin (redeemed_at) with (pages_per_range='16', autosummarize='on');
create index redemptions_large on redemptions (amount_cents, redeemed_at desc, id desc) where amount_cents >= 1000000;
create index redemptions_newest on redemptions (redeemed_at desc, id desc);
create index redemptions_of_staff on redemptions (staff_id, redeemed_at desc, id desc) where staff_id is not null;
create index redemptions_reversed on redemptions (redeemed_at desc, id desc) where reversed_at is not null;

-- Names are found by their parts. New ones wait in the index's own list, which searches read too and the worker empties
-- every few seconds (settle_search): a batch empties it only where no worker runs, when there is this much (kB).
alter index redemptions_by_name set (gin_pending_list_limit = 65536);
-- How many redemptions share a name decides whether a merchant's list is read from its newest row on or by the name.
alter index redemptions_by_name alter column 2 set statistics 1000;

-- What was redeemed at each merchant in each hour of a closed day in Nairobi, by who served: all that a merchant's totals, dashboard and
-- reports are made of, so that they take no longer when it has millions of redemptions. The job sum-up-days writes it with
-- the other totals; the days after the last one are read from the redemptions themselves. A closed day changes no more: a
-- redemption is only reversed on its own day.
create table redemption_totals (
  merchant_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  channel text not null,
  staff_id uuid,
  key_id uuid,
  -- Those that were reversed are among them.
  redemptions integer not null check (redemptions > 0),
  redeemed_cents bigint not null check (redeemed_cents > 0),
  reversals integer not null,
  reversed_cents bigint not null,
  -- Redeemed at this merchant for the first time.
  new_vouchers integer not null,
  constraint redemption_totals_merchant_id_day_hour_channel_staff_id_key_key unique nulls not distinct (merchant_id, day, hour, channel, staff_id, key_id),
  check (reversals between 0 and redemptions),
  check (reversed_cents between 0 and redeemed_cents),
  check (new_vouchers between 0 and redemptions)
);
create index redemption_totals_by_day on redemption_totals (day);

-- Two-step redemption: a shop that sells online reserves the value of a voucher, captures it when it ships, or releases
-- it. The money is on the account held:{id} meanwhile, in the books of the voucher. A captured hold is the redemption of
-- the same id.
create table holds (
  voucher_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0 and (amount_cents % (100)::bigint) = 0),
  -- The rest of a captured one went back.
  captured_cents bigint not null default 0,
  status text not null default 'OPEN' check (status in ('OPEN', 'CAPTURED', 'RELEASED', 'EXPIRED')),
  -- The shop's own word for it, such as an order number.
  reference text check (length(reference) between 1 and 200),
  -- As it was that day, and here because one merchant's list is searched by it.
  recipient_name text not null,
  created_at timestamptz not null default statement_moment(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by_kind text check (ended_by_kind in ('api', 'member', 'admin', 'system')),
  ended_by uuid,
  -- Why an administrator or the system has released it.
  ended_reason text,
  cell smallint not null,
  primary key (voucher_id, id),
  constraint holds_cell_check check (cell = get_byte(uuid_send(voucher_id), 15)),
  check ((captured_cents between 0 and amount_cents) and (captured_cents % (100)::bigint) = 0),
  check (expires_at > created_at and expires_at <= (created_at + '7 days'::interval)),
  check ((status = 'OPEN') = (ended_at is null)),
  check ((ended_at is null) = (ended_by_kind is null)),
  check ((coalesce(ended_by_kind, '') in ('member', 'admin')) = (ended_by is not null)),
  check ((status = 'CAPTURED') = (captured_cents > 0))
);
create index holds_by_id on holds (id);
create index holds_in_list on holds (merchant_id, created_at desc, id desc);
create index holds_open on holds (voucher_id) where status = 'OPEN';
create index holds_open_in_list on holds (merchant_id, created_at desc, id desc) where status = 'OPEN';
create index holds_to_end on holds (expires_at) where status = 'OPEN';

insert into state_transitions (table_name, from_state, to_state) values
  ('holds', 'OPEN', 'CAPTURED'),
  ('holds', 'OPEN', 'EXPIRED'),
  ('holds', 'OPEN', 'RELEASED');

-- An unknown voucher code that a merchant tried. Written when the code is refused, never by a redemption.
create table wrong_codes (
  merchant_id uuid not null references merchants,
  id uuid not null,
  -- Null: the merchant's own system.
  staff_id uuid references merchant_staff,
  address text not null,
  at timestamptz not null default moment(),
  -- Which key tried a code; null with a null staff_id: the main key.
  key_id uuid references api_keys,
  primary key (merchant_id, id)
);
create index wrong_codes_in_time on wrong_codes (at);
