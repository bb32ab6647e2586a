-- Comparisons of a statement of M-PESA or the bank with the ledger. A comparison moves no money; administrators correct a difference
-- by a transfer, or explain it. Written by features/office/reconciliation.
create table reconciliation_runs (
  id uuid primary key,
  -- The operator's account at M-PESA or the bank. The ledger's mpesa:payout is the sum of utility and working.
  account text not null check (account in ('collection', 'utility', 'working', 'bank')),
  source text not null check (source in ('upload', 'pull')),
  file_name text not null check (length(file_name) <= 200),
  file_hash bytea check (length(file_hash) = 32),
  from_at timestamptz not null,
  to_at timestamptz not null,
  made_by uuid not null references administrators,
  made_at timestamptz not null default moment(),
  lines integer not null check (lines >= 0),
  repeated_lines integer not null check (repeated_lines >= 0),
  uncompleted_lines integer not null check (uncompleted_lines >= 0),
  paid_in_cents bigint not null check (paid_in_cents >= 0),
  withdrawn_cents bigint not null check (withdrawn_cents >= 0),
  items integer not null default 0 check (items >= 0),
  -- The statement's balances, if the file has both, and the moment of the closing balance.
  opening_cents bigint,
  closing_cents bigint,
  closes_at timestamptz,
  check (num_nulls(opening_cents, closing_cents, closes_at) in (0, 3)),
  check (from_at < to_at),
  check ((source = 'upload') = (file_hash is not null))
);
-- A file that is uploaded again makes no second comparison.
create unique index reconciliation_runs_by_file
  on reconciliation_runs (account, file_hash)
  where file_hash is not null;
create index reconciliation_runs_closing on reconciliation_runs (account, closes_at desc) where closes_at is not null;
create index reconciliation_runs_newest on reconciliation_runs (made_at desc, id desc);

-- Lines of a comparison: a payment or charge of the statement, or a transfer that the statement lacks. Written by
-- features/office/reconciliation.
create table reconciliation_items (
  id uuid primary key,
  run_id uuid not null references reconciliation_runs,
  account text not null check (account in ('collection', 'utility', 'working', 'bank')),
  kind text not null check (kind in ('payment', 'charge')),
  -- The result of the latest comparison.
  state text not null
    check (state in ('matched', 'missing_here', 'missing_there', 'amount_differs', 'no_longer_there')),
  -- M-PESA's receipt. For a line of the bank a key made of day, amount, reference and words; its reference is the account
  -- number.
  receipt text not null check (length(receipt) <= 200),
  at timestamptz not null,
  details text not null check (length(details) <= 400),
  account_number text not null check (length(account_number) <= 100),
  -- The payment that this line reverses, as M-PESA names it.
  linked_receipt text check (length(linked_receipt) <= 20),
  -- Positive for incoming money.
  theirs_cents bigint not null,
  ours_cents bigint not null,
  line integer check (line > 0),
  queried_at timestamptz,
  -- found: a later comparison found no difference. booked: corrected by a transfer. explained: accepted without a
  -- transfer.
  closed_as text check (closed_as in ('found', 'booked', 'explained')),
  -- Null if closed as found.
  closed_by uuid references administrators,
  closed_at timestamptz,
  correction text check (correction in ('charge', 'suspense', 'capital', 'moved', 'loss')),
  reason text check (length(reason) between 1 and 400),
  -- For no_longer_there: the line of the earlier comparison that showed the payment.
  shown_before_item_id uuid references reconciliation_items,
  check ((state = 'matched') = (theirs_cents = ours_cents)),
  check ((closed_as is null) = (closed_at is null)),
  check (coalesce(closed_as in ('booked', 'explained'), false) = (closed_by is not null)),
  check (coalesce(closed_as = 'booked', false) = (correction is not null)),
  check ((state = 'no_longer_there') = (shown_before_item_id is not null))
);
create index reconciliation_items_asked
  on reconciliation_items (queried_at)
  where closed_as is null and state <> 'matched' and queried_at is not null;
create index reconciliation_items_by_account_number
  on reconciliation_items (account_number)
  where account_number <> '';
create index reconciliation_items_by_receipt on reconciliation_items (receipt text_pattern_ops);
create index reconciliation_items_by_state on reconciliation_items (state, at desc, id desc) where state <> 'matched';
create index reconciliation_items_closed
  on reconciliation_items (closed_as, at desc, id desc)
  where closed_as is not null;
create index reconciliation_items_differing on reconciliation_items (run_id, state) where state <> 'matched';
create index reconciliation_items_newest on reconciliation_items (at desc, id desc);
-- Finds open items whose receipts reappear in an M-PESA statement.
create index reconciliation_items_no_longer_there
  on reconciliation_items (receipt)
  where state = 'no_longer_there' and closed_as is null;
create index reconciliation_items_of_run on reconciliation_items (run_id, at desc, id desc);
create index reconciliation_items_open
  on reconciliation_items (at desc, id desc)
  where closed_as is null and state <> 'matched';

-- Ledger transfers that the statement of an account contained (is_there), or should have contained but did not.
-- Written by features/office/reconciliation.
create table reconciliation_transfers (
  transfer_id uuid not null,
  home_id uuid not null,
  account text not null check (account in ('collection', 'utility', 'working', 'bank')),
  item_id uuid not null references reconciliation_items,
  is_there boolean not null,
  primary key (transfer_id, home_id, account)
);
create index reconciliation_transfers_of_item on reconciliation_transfers (item_id) where account = 'bank';
create index reconciliation_transfers_missing on reconciliation_transfers (item_id) where not is_there;

-- M-PESA's balances, and the ledger's at the same moment. A second check confirms a difference before it is reported.
-- Written by features/office/reconciliation.
create table float_checks (
  id uuid primary key,
  at timestamptz not null default moment(),
  status text not null default 'ASKING' check (status in ('ASKING', 'AGREES', 'DIFFERS', 'FAILED')),
  -- How many consecutive checks before this one found a difference.
  differed_before integer not null default 0 check (differed_before >= 0),
  answered_at timestamptz,
  collection_theirs_cents bigint,
  collection_ours_cents bigint,
  payout_theirs_cents bigint,
  payout_ours_cents bigint,
  -- Pay-outs whose charge by M-PESA is not booked yet, and the largest sum of these charges. Such a difference agrees.
  uncharged_payouts integer not null default 0,
  uncharged_most_cents bigint not null default 0,
  -- When the balances are checked again.
  next_at timestamptz,
  is_reported boolean not null default false,
  -- False for a check by day, while payments are under way: it only shows how much money is left.
  is_comparison boolean not null default true,
  check ((status in ('AGREES', 'DIFFERS')) = (answered_at is not null)),
  check (
    answered_at is null
    or num_nulls(collection_theirs_cents, collection_ours_cents, payout_theirs_cents, payout_ours_cents) = 0
  )
);
create index float_checks_due on float_checks (next_at) where next_at is not null;
create index float_checks_newest on float_checks (at desc, id desc);

-- Postings by template that administrators have requested. An approval posts them; only posted_at and the
-- outcome of a legal order ever change. Written
-- by features/office/posting-requests.
create table posting_requests (
  id uuid primary key,
  template text not null check (length(template) between 1 and 40),
  amount_cents bigint not null check (amount_cents > 0),
  user_id uuid references users,
  merchant_id uuid references merchants,
  -- The transfer of the wallet that is taken back.
  credit_id uuid,
  payee text not null check (length(payee) between 1 and 200),
  reference text check (length(reference) between 1 and 200),
  reason text not null check (length(reason) between 1 and 400),
  document_id uuid not null unique references documents,
  requested_by uuid not null references administrators,
  requested_at timestamptz not null default moment(),
  approval_id uuid not null references approvals,
  posted_at timestamptz,
  -- For a legal order: whether the bank has paid it, as two administrators marked it.
  settled_as text check (settled_as in ('PAID', 'NOT_PAID')),
  settled_reference text check (length(settled_reference) between 1 and 200),
  settled_at timestamptz,
  check (num_nulls(settled_as, settled_reference, settled_at) in (0, 3)),
  check (settled_at is null or (template = 'legal-order' and posted_at is not null)),
  check ((user_id is not null) = (template in ('goodwill-consumer', 'credit-taken-back', 'legal-order'))),
  check ((merchant_id is not null) = (template = 'goodwill-merchant')),
  check ((credit_id is not null) = (template = 'credit-taken-back'))
);
create index posting_requests_newest on posting_requests (requested_at desc, id desc);
create index posting_requests_of_merchant on posting_requests (merchant_id, posted_at) where merchant_id is not null;
create index posting_requests_of_user on posting_requests (user_id, requested_at desc) where user_id is not null;
-- A credit is taken back once.
create unique index posting_requests_credit on posting_requests (credit_id) where posted_at is not null;
