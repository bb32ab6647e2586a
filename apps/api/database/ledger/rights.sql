grant usage on schema ledger to zawadi_app;
grant select on ledger.account_kinds to zawadi_app;
grant select on ledger.transfers to zawadi_app;
grant select on ledger.strict_balances to zawadi_app;
grant select on ledger.lazy_balances to zawadi_app;
grant select on ledger.lazy_deltas to zawadi_app;

grant execute on function
  ledger.fold,
  ledger.kind_of,
  ledger.lock_accounts,
  ledger.lock_balances,
  ledger.lock_strict,
  ledger.post,
  ledger.read_balances
to zawadi_app;

grant execute on function ledger.kind_of to zawadi_backup;
