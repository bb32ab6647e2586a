-- The double-entry ledger, explained in docs/ledger.md; docs/adr/0002 to 0004 have the reasons. The application may
-- read these tables and call the functions that rights.sql names. Those functions run with the owner's rights, so they
-- check every argument.
create schema ledger;

-- Account code: 'word:word' for one account of the whole system, 'word:{uuid}' for one of many. The domain has no
-- pattern, because PostgreSQL would match it several times for each leg. Instead, ledger.lock_accounts() checks each
-- code once against the kinds.
create domain ledger.account_code as text collate "C";

-- Kinds of accounts: allowed codes and behaviour. Written here and by migrations only.
create table ledger.account_kinds (
  kind ledger.account_code primary key check (kind ~ '^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)*$'),
  -- The side that increases the balance; a balance has the sign of that side.
  side text not null check (side in ('debit', 'credit')),
  -- strict: one balance row, which every transfer locks. lazy: changes are appended and folded into the balance
  -- later.
  mode text not null check (mode in ('strict', 'lazy')),
  -- True if the balance may never go below zero.
  is_checked boolean not null,
  -- Which codes belong to the kind. one: the kind itself. many: 'kind:{uuid}'. homes: 'kind:{uuid of its own home}'.
  members text not null check (members in ('one', 'many', 'homes')),
  check (is_checked or mode = 'lazy')
);

-- The chart of accounts. Customers' accounts are strict. Accounts that the transfers of all customers share are lazy,
-- so that no transfer waits for another.
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

-- The journal. A transfer is one row with both sides, so an unbalanced transfer cannot be written. Append-only;
-- ledger.post is the only writer.
create table ledger.transfers (
  home_id uuid not null,
  id uuid not null,
  debit ledger.account_code not null,
  credit ledger.account_code not null,
  amount_cents bigint not null check (amount_cents between 1 and 1000000000000000),
  kind text not null check (length(kind) between 1 and 64),
  reference text check (length(reference) between 1 and 200),
  -- For strict accounts only.
  debit_balance_after_cents bigint check (debit_balance_after_cents >= 0),
  credit_balance_after_cents bigint check (credit_balance_after_cents >= 0),
  posted_at timestamptz not null,
  -- Orders the transfers that one call of ledger.post wrote with the same posted_at.
  position integer not null,
  primary key (home_id, id),
  check (debit <> credit)
);
create index transfers_by_credit on ledger.transfers (credit, posted_at, position, id);
-- Transfers are inserted in order of time, so a range of blocks covers few days. A BRIN index costs a transfer almost
-- nothing, unlike a B-tree.
create index transfers_by_day
  on ledger.transfers using brin (posted_at) with (pages_per_range = 32, autosummarize = on);
create index transfers_by_debit on ledger.transfers (debit, posted_at, position, id);
-- Finds a transfer by its M-PESA receipt. Redemptions and claims have no reference and are not in the index.
create index transfers_by_mpesa_reference
  on ledger.transfers (reference)
  where reference is not null
    and (debit in ('mpesa:collection', 'mpesa:payout') or credit in ('mpesa:collection', 'mpesa:payout'));

-- Balances of strict accounts. Every transfer of a strict account locks and changes its row.
create table ledger.strict_balances (
  home_id uuid not null,
  account ledger.account_code not null,
  balance_cents bigint not null check (balance_cents >= 0),
  primary key (home_id, account)
) with (fillfactor = 80);

-- Balances of lazy accounts, without the changes in ledger.lazy_deltas.
create table ledger.lazy_balances (
  account ledger.account_code primary key,
  is_checked boolean not null,
  balance_cents bigint not null,
  check (not is_checked or balance_cents >= 0)
) with (fillfactor = 50);

-- Changes of lazy accounts by batches of transfers, until a fold adds them to the balance. The account leads the key,
-- because folds and balances search by it.
create table ledger.lazy_deltas (
  account ledger.account_code not null,
  -- Home and id of one transfer of the batch.
  home_id uuid not null,
  id uuid not null,
  change_cents bigint not null check (change_cents <> 0),
  primary key (account, home_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- A strict balance. Returned by the functions that lock balances.
create type ledger.balance as (home_id uuid, account ledger.account_code, balance_cents bigint);
