create or replace function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger.transfers is append-only' using errcode = 'insufficient_privilege';
end $$;
