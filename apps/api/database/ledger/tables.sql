-- The double-entry ledger. docs/ledger.md explains it; docs/adr/0002 to 0004 say why it is like this.
-- The application (zawadi_app) may read these tables and call the functions that rights.sql names; those run with the
-- owner's rights and trust no argument.
create schema ledger;

-- 'word:word' names one account for the whole system, 'word:{uuid}' one of many. What may be written is checked
-- once, against the kinds, by ledger.legs_of: a pattern here would be matched six times for every transfer.
create domain ledger.account_code as text collate "C";

-- An account whose balance is not checked has a row for each cell, its bucket; one that is checked has a single row, in
-- the cell of its own id.
create function ledger.cell_of_balance(account text, bucket smallint, is_checked boolean) returns smallint
language sql immutable parallel safe
return case
  when is_checked and account like '%:________-____-____-____-____________' then public.cell_of(right(account, 36)::uuid)
  else bucket
end;

-- What an account code may be, and how it behaves. Filled by the product's own migrations.
create table ledger.account_kinds (
  kind ledger.account_code primary key check (kind::text ~ '^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)*$'),
  -- The side that makes the balance grow; balances are kept in that sign.
  side text not null check (side in ('debit', 'credit')),
  -- strict: one balance row, locked by every transfer. lazy: growth is appended and folded in later.
  mode text not null check (mode in ('strict', 'lazy')),
  -- A checked balance never goes below zero.
  is_checked boolean not null,
  -- one: the code is the kind. many: 'kind:{uuid}'. homes: 'kind:{uuid of its own home}'.
  members text not null check (members in ('one', 'many', 'homes')),
  check (is_checked or mode = 'lazy')
);

-- The chart of accounts. Customers' accounts are strict; accounts that take part in everybody's transfers are lazy, so
-- that no transfer waits for another one.
insert into ledger.account_kinds (kind, side, mode, is_checked, members) values
  ('mpesa:collection', 'debit', 'lazy', false, 'one'),
  ('mpesa:payout', 'debit', 'lazy', false, 'one'),
  ('bank:payout', 'debit', 'lazy', false, 'one'),
  ('voucher', 'credit', 'strict', true, 'homes'),
  ('wallet', 'credit', 'strict', true, 'homes'),
  ('held', 'credit', 'strict', true, 'many'),
  ('merchant', 'credit', 'lazy', true, 'many'),
  ('vouchers:expired', 'credit', 'lazy', false, 'one'),
  ('suspense', 'credit', 'lazy', false, 'one'),
  ('transit', 'credit', 'lazy', false, 'one'),
  ('revenue:deposit-fee', 'credit', 'lazy', false, 'one'),
  ('revenue:withdrawal-fee', 'credit', 'lazy', false, 'one'),
  ('revenue:settlement-fee', 'credit', 'lazy', false, 'one'),
  ('expense:provider-charges', 'debit', 'lazy', false, 'one'),
  ('expense:losses', 'debit', 'lazy', false, 'one'),
  ('capital', 'credit', 'lazy', false, 'one'),
  ('adjustments', 'credit', 'lazy', false, 'one');

-- One row is one transfer, so an unbalanced one cannot be written down.
create table ledger.transfers (
  home_id uuid not null,
  id uuid not null,
  debit ledger.account_code not null,
  credit ledger.account_code not null,
  amount_cents bigint not null check (amount_cents >= 1 and amount_cents <= '1000000000000000'::bigint),
  kind text not null check (length(kind) between 1 and 64),
  reference text check (length(reference) between 1 and 200),
  -- Known for strict accounts only.
  debit_balance_after_cents bigint check (debit_balance_after_cents >= 0),
  credit_balance_after_cents bigint check (credit_balance_after_cents >= 0),
  posted_at timestamptz not null,
  -- Orders the transfers that one call wrote at the same instant.
  position integer not null,
  -- The checks say what cell_of does without calling it: every INSERT would have to look its body up and put it in place.
  -- Computed while the table is rewritten, so that nothing has to be updated, and an ordinary column from then on,
  -- because Citus spreads tables by no other.
  cell smallint not null,
  primary key (home_id, id),
  constraint transfers_cell_check check (cell = get_byte(uuid_send(home_id), 15)),
  check (debit::text <> credit::text)
);
create index transfers_by_credit on ledger.transfers (credit, posted_at, "position", id);

-- Transfers are only ever added, in the order of their moments, so a range of blocks knows its days. It costs a
-- transfer nearly nothing, which an ordinary index would not.
create index transfers_by_day
  on ledger.transfers using brin (posted_at) with (pages_per_range='32', autosummarize='on');
create index transfers_by_debit on ledger.transfers (debit, posted_at, "position", id);

-- A receipt is found in the ledger by its reference. Redemptions and claims have none and pay nothing for it.
create index transfers_by_mpesa_reference
  on ledger.transfers (reference)
  where (reference is not null) and ((debit::text in ('mpesa:collection', 'mpesa:payout')) or (credit::text in ('mpesa:collection', 'mpesa:payout')));

create table ledger.strict_balances (
  home_id uuid not null,
  account ledger.account_code not null,
  balance_cents bigint not null check (balance_cents >= 0),
  cell smallint not null,
  primary key (home_id, account),
  constraint strict_balances_cell_check check (cell = get_byte(uuid_send(home_id), 15))
) with (fillfactor = 80);

-- Unchecked accounts are spread over 64 rows by home, so that no row is shared by every shard.
-- A checked account has a single row: the constraint could not see a sum.
create table ledger.lazy_balances (
  account ledger.account_code not null,
  bucket smallint not null check (bucket between 0 and 255),
  is_checked boolean not null,
  balance_cents bigint not null,
  cell smallint not null,
  primary key (account, bucket),
  constraint lazy_balances_cell_check check (cell = ledger.cell_of_balance(account::text, bucket, is_checked)),
  check ((not is_checked) or ((bucket = 0) and (balance_cents >= 0)))
) with (fillfactor = 50);

-- What a batch of transfers did to one lazy account, until a fold adds it to the balance row.
-- The account leads the key because a fold and a balance look for nothing else.
create table ledger.lazy_deltas (
  account ledger.account_code not null,
  bucket smallint not null,
  home_id uuid not null,
  id uuid not null default gen_random_uuid(),
  change_cents bigint not null check (change_cents <> 0),
  cell smallint not null,
  primary key (account, bucket, home_id, id),
  constraint lazy_deltas_cell_check check (cell = get_byte(uuid_send(home_id), 15))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- One side of one transfer: what it does to its account, in the account's own sign.
create type ledger.leg as (
  position integer,
  home_id uuid,
  account ledger.account_code,
  side text,
  mode text,
  is_checked boolean,
  change_cents bigint
);

create type ledger.balance as (home_id uuid, account ledger.account_code, balance_cents bigint);
