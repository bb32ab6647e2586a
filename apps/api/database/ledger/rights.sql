grant usage on schema ledger to zawadi_app;
grant select on ledger.account_kinds to zawadi_app;
grant select on ledger.transfers to zawadi_app;
grant select on ledger.strict_balances to zawadi_app;
grant select on ledger.lazy_balances to zawadi_app;
grant select on ledger.lazy_deltas to zawadi_app;

grant execute on function
  ledger.apply_transfers,
  ledger.fold,
  ledger.gather,
  ledger.kind_of,
  ledger.lock_balances,
  ledger.lock_one,
  ledger.lock_strict,
  ledger.lock_transfers,
  ledger.post_batch,
  ledger.post_group,
  ledger.post_one,
  ledger.read_balances,
  ledger.read_balances_of_cells,
  ledger.spend,
  ledger.spend_one
to zawadi_app;
