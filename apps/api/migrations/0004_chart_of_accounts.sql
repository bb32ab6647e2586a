-- The chart of accounts. Customers' accounts are strict: a row that is locked, checked and never below zero.
-- Everything that takes part in everybody's transfers is lazy, so that nobody waits for it.

INSERT INTO ledger.account_kinds (kind, side, mode, is_checked, members) VALUES
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
