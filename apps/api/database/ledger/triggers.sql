create or replace trigger transfers_are_append_only
  before delete or update or truncate on ledger.transfers
  for each statement execute function ledger.refuse_change();
