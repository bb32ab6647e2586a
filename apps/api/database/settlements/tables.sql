-- Settlements: batches of the amounts owed to one merchant, paid out together. Written by
-- features/merchants/settlements.
create table settlements (
  merchant_id uuid not null references merchants,
  id uuid not null,
  batch_id text not null check (batch_id ~ '^ST-[0-9]{8}-[0-9A-HJKMNP-TV-Z]{5}$'),
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  fee_cents bigint not null,
  transaction_count integer not null check (transaction_count > 0),
  cut_off_at timestamptz not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED')),
  -- Pay-out channel of the batch: set when the batch is made, and again at each attempt.
  channel jsonb not null,
  method text not null check (method in ('b2c', 'b2b', 'bank-file')),
  shown_as text not null check (shown_as in ('M-Pesa', 'Bank Transfer')),
  needs_approval boolean not null,
  -- The requester of a batch on demand; null for scheduled batches.
  on_demand_by uuid references merchant_staff,
  -- The latest attempt, and the reason of its failure.
  attempt_id uuid,
  failure_reason text check (length(failure_reason) between 1 and 300),
  reference text check (length(reference) between 1 and 60),
  -- When the worker pays the batch out; null while it waits for a person.
  next_attempt_at timestamptz,
  created_at timestamptz not null default moment(),
  completed_at timestamptz,
  primary key (merchant_id, id),
  constraint settlements_batch_id_is_unique unique (batch_id),
  check (fee_cents >= 0 and fee_cents < amount_cents and fee_cents % 100 = 0),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (status = 'PENDING' or failure_reason is null),
  check (status = 'PENDING' or next_attempt_at is null),
  check (not needs_approval or next_attempt_at is null),
  check (status <> 'PROCESSING' or attempt_id is not null)
);
create index settlements_by_account_number
  on settlements (upper(channel ->> 'accountNumber'))
  where (channel ->> 'accountNumber') is not null;
create index settlements_by_amount on settlements (amount_cents, created_at desc, id desc);
create index settlements_by_channel on settlements (shown_as, created_at desc, id desc);
create index settlements_by_id on settlements (id);
create index settlements_by_id_end on settlements (right(id::text, 12));
-- Finds batches by the phone, till or pay bill that was paid, and by M-PESA's or the bank's reference.
create index settlements_by_number
  on settlements (coalesce(channel ->> 'msisdn', channel ->> 'tillNumber', channel ->> 'payBillNumber'));
create index settlements_by_reference on settlements (upper(reference)) where reference is not null;
create index settlements_failed on settlements (created_at desc, id desc) where status = 'CANCELED';
create index settlements_for_people
  on settlements (created_at desc, id desc)
  where status in ('PENDING', 'PROCESSING');
create index settlements_newest on settlements (created_at desc, id desc);
create index settlements_of_merchant
  on settlements (merchant_id, created_at desc, id desc)
  include (status, amount_cents, fee_cents, cut_off_at, completed_at);
create index settlements_on_demand on settlements (merchant_id, created_at) where on_demand_by is not null;
create index settlements_to_pay on settlements (next_attempt_at) where next_attempt_at is not null;

insert into state_transitions (table_name, from_state, to_state) values
  ('settlements', 'PENDING', 'CANCELED'),
  ('settlements', 'PENDING', 'COMPLETED'),
  ('settlements', 'PENDING', 'PROCESSING'),
  ('settlements', 'PROCESSING', 'COMPLETED'),
  ('settlements', 'PROCESSING', 'PENDING');

-- The batch of each ledger transfer. The primary key is the transfer's, so that no transfer is in two batches. Written
-- by features/merchants/settlements.
create table settlement_entries (
  home_id uuid not null,
  transfer_id uuid not null,
  merchant_id uuid not null,
  settlement_id uuid not null,
  -- Positive in the merchant's favour; negative for a reversal.
  amount_cents bigint not null check (amount_cents <> 0),
  kind text not null,
  posted_at timestamptz not null,
  primary key (home_id, transfer_id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id)
);
create index settlement_entries_of on settlement_entries (merchant_id, settlement_id, posted_at, transfer_id);

-- Files by which finance orders the bank to pay batches. A file never changes; its attempts have its number. Written by
-- features/merchants/settlements.
create table settlement_bank_files (
  id uuid primary key,
  number text not null check (number ~ '^BF-[0-9]{8}-[1-9][0-9]{0,3}$'),
  made_by uuid not null references administrators,
  made_at timestamptz not null default moment(),
  batches integer not null check (batches > 0),
  amount_cents bigint not null check (amount_cents > 0),
  content bytea not null,
  constraint settlement_bank_files_number_is_unique unique (number)
);
create index settlement_bank_files_newest on settlement_bank_files (made_at desc, id desc);

-- Attempts to pay a batch out. The id is the OriginatorConversationID, which is known before anything is sent.
-- Written by features/merchants/settlements.
create table settlement_attempts (
  merchant_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  method text not null check (method in ('b2c', 'b2b', 'bank-file')),
  channel jsonb not null,
  -- OPEN: M-PESA pays it by an order. MANUAL: an administrator pays it through the bank.
  state text not null check (state in ('OPEN', 'MANUAL', 'PAID', 'FAILED')),
  -- The only bank file that has this attempt.
  bank_file text references settlement_bank_files (number),
  reference text,
  failure_reason text,
  started_at timestamptz not null default moment(),
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id),
  check (bank_file is null or method = 'bank-file'),
  check ((state in ('PAID', 'FAILED')) = (ended_at is not null)),
  check (state <> 'FAILED' or failure_reason is not null)
);
create index settlement_attempts_by_bank_file on settlement_attempts (bank_file) where bank_file is not null;
create index settlement_attempts_by_id on settlement_attempts (id);
create index settlement_attempts_for_bank on settlement_attempts (started_at) where state = 'MANUAL' and bank_file is null;
create index settlement_attempts_of on settlement_attempts (merchant_id, settlement_id, started_at);
-- A batch has at most one open attempt.
create unique index settlement_attempts_open
  on settlement_attempts (merchant_id, settlement_id)
  where ended_at is null;

-- The outcome of an attempt as one administrator reports it; another administrator confirms or rejects the report.
-- Written by features/merchants/settlements.
create table settlement_decisions (
  merchant_id uuid not null,
  id uuid not null,
  settlement_id uuid not null,
  attempt_id uuid not null,
  outcome text not null check (outcome in ('paid', 'not_paid')),
  reference text,
  reason text,
  proposed_by uuid not null references administrators,
  proposed_at timestamptz not null default moment(),
  closed_as text check (closed_as in ('confirmed', 'turned_down', 'overtaken')),
  closed_by uuid references administrators,
  closed_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, attempt_id) references settlement_attempts (merchant_id, id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id),
  check ((outcome = 'paid') = (reference is not null)),
  check ((outcome = 'not_paid') = (reason is not null)),
  check ((closed_as is null) = (closed_at is null)),
  check (closed_as is null or closed_as = 'overtaken' or closed_by is not null),
  constraint settlement_decisions_need_two check (closed_as <> 'confirmed' or closed_by <> proposed_by)
);
create unique index settlement_decisions_open
  on settlement_decisions (merchant_id, settlement_id)
  where closed_as is null;

-- The history of a batch; append-only. Written by features/merchants/settlements.
create table settlement_activities (
  merchant_id uuid not null,
  settlement_id uuid not null,
  id uuid not null,
  kind text not null
    check (kind in ('MADE', 'STARTED', 'PAID', 'FAILED', 'CANCELED', 'PROPOSED', 'CONFIRMED', 'TURNED_DOWN')),
  -- Null for an activity of the worker.
  administrator_id uuid,
  reason text,
  at timestamptz not null default clock_moment(),
  primary key (merchant_id, settlement_id, id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id)
);

-- The time up to which a merchant's ledger entries are in batches. Written by features/merchants/settlements, which
-- locks the row, so that one batch is made at a time.
create table settlement_progress (
  merchant_id uuid primary key references merchants,
  -- Every entry posted before this time is in a batch.
  batched_until timestamptz not null default '-infinity',
  -- Start of the latest run, from which the schedule computes the next one.
  ran_at timestamptz
);

-- Manual corrections of the balance that a merchant is owed. The correction is posted to the ledger at posted_at. An
-- adjustment that waits for a second administrator, or was rejected, has an approval. Written by
-- features/office/adjustments.
create table adjustments (
  merchant_id uuid not null references merchants,
  id uuid not null,
  -- Positive in the merchant's favour.
  amount_cents bigint not null check (amount_cents <> 0 and amount_cents % 100 = 0),
  reason text not null check (length(reason) between 1 and 400),
  requested_by uuid not null references administrators,
  requested_at timestamptz not null default moment(),
  approval_id uuid references approvals,
  posted_at timestamptz,
  primary key (merchant_id, id),
  check (approval_id is not null or posted_at is not null)
);
create index adjustments_newest on adjustments (requested_at desc, id desc);
create index adjustments_of_merchant on adjustments (merchant_id, requested_at desc, id desc);

-- Invoices of settlement fees, one for each merchant and month. Written by issue_invoice(); features/merchants/invoices
-- adds the eTIMS number.
create table invoices (
  id uuid primary key,
  number integer not null check (number > 0),
  merchant_id uuid not null references merchants,
  -- The month's first day.
  month date not null check (extract(day from month) = 1),
  issued_at timestamptz not null default moment(),
  -- Total of the fees including VAT, and the VAT included.
  fee_cents bigint not null check (fee_cents > 0),
  vat_cents bigint not null,
  -- Seller, buyer, lines and rates as they were when the invoice was issued.
  content jsonb not null,
  etims_number text check (length(etims_number) between 3 and 60),
  etims_entered_at timestamptz,
  constraint invoices_etims_number_is_unique unique (etims_number),
  constraint invoices_number_is_unique unique (number),
  constraint invoices_one_for_each_month unique (merchant_id, month),
  check (vat_cents >= 0 and vat_cents < fee_cents),
  check ((etims_number is null) = (etims_entered_at is null))
);
create index invoices_by_month on invoices (month, number desc);

-- A merchant's details on its invoices besides its name; a field is empty if the merchant has not given it. Written by
-- features/merchants/invoices.
create table invoice_buyers (
  merchant_id uuid primary key references merchants,
  kra_pin text not null check (kra_pin ~ '^([AP][0-9]{9}[A-Z])?$'),
  address text not null check (length(address) <= 200)
);

-- One row with the latest invoice number. issue_invoice() locks it, so that invoices are issued one at a time. A
-- rolled-back transaction returns its number, so there is no gap.
create table invoice_numbers (
  is_only boolean primary key default true check (is_only),
  latest integer not null default 0 check (latest >= 0)
);

insert into invoice_numbers default values;

-- Months in which every merchant with fees has its invoice, so that the job skips them. Written by
-- features/merchants/invoices.
create table invoice_months (
  month date primary key check (extract(day from month) = 1)
);
