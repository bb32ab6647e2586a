-- The same for what is redeemed at each merchant, and taken back.
create table daily_sales (
  day date not null,
  merchant_id uuid not null,
  redemptions integer not null,
  amount_cents bigint not null,
  primary key (day, merchant_id)
);

-- What was posted on each closed day in Nairobi, by the kinds of the accounts: all that reports are made of, so that a
-- year is some thousand rows however many transfers it had. The job sum-up-days writes it; the days after the last
-- one are read from the ledger itself.
create table daily_totals (
  day date not null,
  kind text not null,
  debit text not null,
  credit text not null,
  transfers bigint not null check (transfers > 0),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (day, kind, debit, credit)
);

-- One row: every day up to this one is summed up.
create table summed_days (
  is_only boolean primary key default true check (is_only),
  up_to date,
  at timestamptz not null default moment()
);

insert into summed_days default values;
