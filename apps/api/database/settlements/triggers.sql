create or replace trigger check_state_transition
  before update of status on settlements
  for each row execute function check_state_transition('status');
