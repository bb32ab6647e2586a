create or replace trigger check_state_transition
  before update of status on holds
  for each row execute function check_state_transition('status');
