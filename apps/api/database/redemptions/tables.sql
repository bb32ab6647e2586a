-- Amounts redeemed from vouchers at merchants. Written by record_redemptions(), and by features/money/holds for a
-- captured hold. features/money/redemptions records reversals.
create table redemptions (
  voucher_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  balance_after_cents bigint not null check (balance_after_cents >= 0),
  redeemed_at timestamptz not null default clock_moment(),
  reversed_at timestamptz,
  -- portal: a staff member redeemed the voucher. api: the merchant's own system redeemed it.
  channel text not null default 'api' check (channel in ('portal', 'api')),
  -- The member who redeemed; null for the merchant's own system.
  staff_id uuid references merchant_staff,
  -- The recipient's name at that time. Copied here, because merchants search their lists by it.
  recipient_name text not null default '',
  reversed_channel text check (reversed_channel in ('portal', 'api')),
  reversed_by uuid references merchant_staff,
  -- The merchant's own reference, such as the number of a till receipt, and other data that its system stores here.
  reference text check (length(reference) between 1 and 400),
  metadata jsonb check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 4096),
  -- The API key that redeemed. The column has no foreign key, because the main key has the id of its merchant. Null for
  -- a redemption in the portal.
  key_id uuid,
  -- The place of the merchant. Like merchant_id, without a foreign key, because this table is written most often.
  place_id uuid not null,
  -- The name that a device has at the till page, or the name of the API key; null for the main key and unnamed devices.
  till text check (length(till) between 1 and 60),
  primary key (voucher_id, id),
  check ((channel = 'portal') = (staff_id is not null)),
  check ((reversed_at is null) = (reversed_channel is null)),
  check ((coalesce(reversed_channel, '') = 'portal') = (reversed_by is not null)),
  constraint redemptions_key_is_of_api check (key_id is null or channel = 'api')
);
-- The list of one place. Only for merchants with several places: a main place is read from its merchant's list.
create index redemptions_at_place
  on redemptions (place_id, redeemed_at desc, id desc) include (amount_cents, reversed_at)
  where place_id <> merchant_id;
create index redemptions_by_id on redemptions (id);
-- Merchants and administrators search by the whole reference or its beginning.
create index redemptions_by_merchant_reference
  on redemptions (lower(reference) text_pattern_ops, merchant_id)
  where reference is not null;
-- Merchants search their lists by words of names. New names wait in the index's pending list, which searches also read.
-- The worker empties this list every few seconds (flush_search_index()). If no worker runs, a redemption empties it at
-- 64 MB.
create index redemptions_by_name
  on redemptions using gin (merchant_id, folded_name(recipient_name) extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 65536);
create index redemptions_by_reference on redemptions (right(id::text, 12));
-- A merchant's list, newest first. Includes the columns of the list's totals, so that totals are index-only scans.
create index redemptions_in_list
  on redemptions (merchant_id, redeemed_at desc, id desc) include (amount_cents, reversed_at);
-- Finds new redemptions of all merchants. Rows are inserted in order of time, so a BRIN index needs a few bytes for
-- many pages.
create index redemptions_in_time
  on redemptions using brin (redeemed_at) with (pages_per_range = 16, autosummarize = on);
create index redemptions_large on redemptions (amount_cents, redeemed_at desc, id desc) where amount_cents >= 1000000;
create index redemptions_newest on redemptions (redeemed_at desc, id desc);
create index redemptions_of_key on redemptions (key_id, redeemed_at desc, id desc) where key_id is not null;
create index redemptions_of_member on redemptions (staff_id, redeemed_at desc, id desc) where staff_id is not null;
create index redemptions_reversed on redemptions (redeemed_at desc, id desc) where reversed_at is not null;
-- A staff member's redemptions at one till since the last close there.
create index redemptions_at_till on redemptions (staff_id, place_id, coalesce(till, ''), redeemed_at)
  where staff_id is not null;
-- Reversals since a staff member's last close.
create index redemptions_reversed_of_member on redemptions (staff_id, reversed_at)
  where reversed_at is not null and staff_id is not null;

-- With more statistics, the planner knows which names are frequent. For a frequent name it reads a merchant's list from
-- the newest row, for a rare one it uses the index of names.
alter index redemptions_by_name alter column 2 set statistics 1000;

-- Redemptions at each merchant in each hour of a closed day in Nairobi, by place and cashier or API key. Totals, dashboard and
-- reports of a merchant read these rows, so that they stay fast with millions of redemptions. They read later days from
-- redemptions. If a stop allows a reversal on a later day, reopen_day_of_reversal() has that day summed up again. Written
-- by a job of features/office/reports.
create table redemption_totals (
  merchant_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  channel text not null,
  staff_id uuid,
  key_id uuid,
  place_id uuid not null,
  -- Includes reversed redemptions.
  redemptions integer not null check (redemptions > 0),
  redeemed_cents bigint not null check (redeemed_cents > 0),
  reversals integer not null,
  reversed_cents bigint not null,
  -- Number of vouchers that were redeemed at this merchant for the first time.
  new_vouchers integer not null,
  unique nulls not distinct (merchant_id, day, hour, channel, staff_id, key_id, place_id),
  check (reversals between 0 and redemptions),
  check (reversed_cents between 0 and redeemed_cents),
  check (new_vouchers between 0 and redemptions)
);
create index redemption_totals_by_day on redemption_totals (day);

-- A shop's reservations of a voucher's value. The shop captures a hold when it ships, or releases it. Until then the
-- money is in the account held:{id}, with the voucher as home. A captured hold is the redemption with the same id.
-- Written by features/money/holds.
create table holds (
  voucher_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  -- Amount that was captured; the rest of the hold returns to the voucher.
  captured_cents bigint not null default 0,
  status text not null default 'OPEN' check (status in ('OPEN', 'CAPTURED', 'RELEASED', 'EXPIRED')),
  -- The merchant's own reference, such as an order number.
  reference text check (length(reference) between 1 and 200),
  -- The recipient's name at that time. Copied here, because merchants search their lists by it.
  recipient_name text not null,
  created_at timestamptz not null default statement_moment(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by_kind text check (ended_by_kind in ('api', 'member', 'admin', 'system')),
  ended_by uuid,
  -- Why an administrator or the system released the hold.
  ended_reason text,
  -- As in redemptions: place and till of the API key that made the hold.
  place_id uuid not null,
  till text check (length(till) between 1 and 60),
  primary key (voucher_id, id),
  check (captured_cents between 0 and amount_cents and captured_cents % 100 = 0),
  -- A hold lasts at most 7 days; keep_from_ending() adds the time that a stop took.
  check (expires_at > created_at and expires_at <= created_at + interval '60 days'),
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

-- Unknown voucher codes tried at a merchant, for the fraud rules. Written by features/merchants/fraud when a code is
-- refused.
create table wrong_codes (
  merchant_id uuid not null references merchants,
  id uuid not null,
  -- Null for the merchant's own system.
  staff_id uuid references merchant_staff,
  address text not null,
  at timestamptz not null default moment(),
  -- The API key that tried the code; null for a staff member, and for the main key.
  key_id uuid references merchant_api_keys,
  primary key (merchant_id, id)
);
create index wrong_codes_in_time on wrong_codes (at);

-- Total of the bill that a redemption paid in part, and how the customer paid the rest, as the cashier typed it. Moves no
-- money. Written by features/money/redemptions.
create table redemption_bills (
  redemption_id uuid primary key,
  merchant_id uuid not null references merchants,
  total_cents bigint not null check (total_cents > 0 and total_cents % 100 = 0),
  paid_by text not null check (paid_by in ('cash', 'card', 'mpesa')),
  mpesa_receipt text check (length(mpesa_receipt) between 8 and 12),
  noted_by uuid not null references merchant_staff,
  noted_at timestamptz not null default moment(),
  check ((paid_by = 'mpesa') = (mpesa_receipt is not null))
);

-- Closed days: what a staff member redeemed and reversed at one place and till since the previous close there, and the cash
-- that they counted. A close does not change, except that an owner or manager confirms it once. Written by
-- features/merchants/day-closes.
create table day_closes (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  -- Counts the closes of the merchant from 1.
  number integer not null check (number > 0),
  staff_id uuid not null references merchant_staff,
  place_id uuid not null references merchant_places,
  till text check (length(till) between 1 and 60),
  -- When the previous close ended; for the first one, midnight in Nairobi.
  since timestamptz not null,
  closed_at timestamptz not null default statement_moment(),
  redemptions integer not null check (redemptions >= 0),
  redeemed_cents bigint not null check (redeemed_cents >= 0),
  reversals integer not null check (reversals >= 0),
  reversed_cents bigint not null check (reversed_cents >= 0),
  -- Rest of bills by how customers paid it, minus the bills of reversed redemptions. Cash is what the person should have.
  cash_cents bigint not null,
  card_cents bigint not null,
  mpesa_cents bigint not null,
  counted_cents bigint not null check (counted_cents >= 0 and counted_cents % 100 = 0),
  note text not null default '' check (length(note) <= 200),
  confirmed_at timestamptz,
  confirmed_by uuid references merchant_staff,
  confirmed_note text not null default '' check (length(confirmed_note) <= 200),
  constraint day_closes_number_is_unique unique (merchant_id, number),
  check (redemptions + reversals > 0),
  check ((confirmed_at is null) = (confirmed_by is null))
);
create index day_closes_of_member on day_closes (staff_id, place_id, till, number desc);
create index day_closes_to_confirm on day_closes (merchant_id) where confirmed_at is null;

-- Redemptions and reversals of each close. The key lets each of them count in one close only. Written with day_closes.
create table day_close_entries (
  redemption_id uuid not null,
  kind text not null check (kind in ('redemption', 'reversal')),
  close_id uuid not null references day_closes,
  primary key (redemption_id, kind)
);
