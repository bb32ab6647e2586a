/** SQL of the sums with which the CSV files are compared. */
export const POSTED = (where: string) =>
  `select sum(amount_cents) / 100.0 from ledger.transfers where ${where}`;
export const BALANCES = (side: 'debit' | 'credit') => `
  select sum(b) / 100.0 from (
    select ledger.kind_of(account) as kind, sum(cents) as b from (
      select account, balance_cents as cents from ledger.strict_balances
      union all select account, balance_cents from ledger.lazy_balances
      union all select account, change_cents from ledger.lazy_deltas
    ) a group by 1
  ) k join ledger.account_kinds using (kind) where side = '${side}'`;
export const CLOSED_DAYS = `posted_at < ((now() at time zone 'Africa/Nairobi')::date)::timestamp at time zone 'Africa/Nairobi'`;
export const OF_SHOP = `merchant_id = (select id from merchants where business_name = 'Duka la Faili')`;
export const CENTS_OF = (column: string, where = 'true') =>
  `select sum(${column}) / 100.0 from settlements where ${where}`;
const OF_CLOSES = (column: string) => `select sum(${column}) from day_closes where ${OF_SHOP}`;
/** Figures of the file of closed days. */
export const CLOSES = {
  Redemptions: OF_CLOSES('redemptions'),
  'Redeemed (KES)': OF_CLOSES('redeemed_cents / 100'),
  Reversals: OF_CLOSES('reversals'),
  'Reversed (KES)': OF_CLOSES('-reversed_cents / 100'),
  'Net (KES)': OF_CLOSES('(redeemed_cents - reversed_cents) / 100'),
  'Bank card (KES)': OF_CLOSES('card_cents / 100'),
  'M-PESA (KES)': OF_CLOSES('mpesa_cents / 100'),
  'Expected cash (KES)': OF_CLOSES('cash_cents / 100'),
  'Counted cash (KES)': OF_CLOSES('counted_cents / 100'),
  'Difference (KES)': OF_CLOSES('(counted_cents - cash_cents) / 100'),
};

/** Figures of the report on USSD. */
export const USSD_SESSIONS = {
  Left: 'select count(*) from ussd_sessions where not is_over',
  Sessions: 'select count(*) from ussd_sessions',
  Claimed: `select count(*) from ussd_sessions where outcome = 'claimed'`,
  Withdrawn: `select count(*) from ussd_sessions where outcome = 'withdrawn'`,
  'Looked up': `select count(*) from ussd_sessions where outcome = 'looked-up'`,
  Refused: null,
  Abandoned: null,
  'Median seconds': null,
  'With cost': 'select count(cost_cents) from ussd_sessions',
  'Cost KES': 'select sum(cost_cents) / 100.0 from ussd_sessions',
};
