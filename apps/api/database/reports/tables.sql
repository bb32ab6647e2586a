-- Redemptions minus reversals of each merchant on each closed day in Nairobi. Written with daily_totals.
create table daily_sales (
  day date not null,
  merchant_id uuid not null,
  redemptions integer not null,
  amount_cents bigint not null,
  primary key (day, merchant_id)
);

-- Sums of transfers on each closed day in Nairobi, by the kinds of their accounts. Reports read these rows, a few
-- thousand for a year whatever the number of transfers, and read later days from the ledger. Written by the job
-- sum-up-days of features/office/reports.
create table daily_totals (
  day date not null,
  kind text not null,
  debit text not null,
  credit text not null,
  transfers bigint not null check (transfers > 0),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (day, kind, debit, credit)
);

-- One row: the last day in daily_totals, daily_sales and redemption_totals. Written by features/office/reports, which
-- locks it.
create table report_progress (
  is_only boolean primary key default true check (is_only),
  up_to date
);

insert into report_progress default values;
