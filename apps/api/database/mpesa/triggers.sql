create or replace trigger check_state_transition
  before update of state on orders
  for each row execute function check_state_transition('state');
