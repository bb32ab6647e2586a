-- Raises an error if the new state may not follow the former state (state_transitions). Trigger of holds, purchases,
-- withdrawals, refunds, settlements, orders and pay_bill_payments; its argument is the name of the state column.
create or replace function public.check_state_transition() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  state_before text;
  state_after text;
begin
  if tg_argv[0] = 'status' then
    state_before := old.status;
    state_after := new.status;
  else
    state_before := old.state;
    state_after := new.state;
  end if;
  if state_before = state_after or exists (
    select from state_transitions
    where table_name = tg_table_name and from_state = state_before and to_state = state_after
  ) then
    return new;
  end if;
  raise exception '% cannot go from % to %', tg_table_name, state_before, state_after
    using errcode = 'check_violation';
end $$;
