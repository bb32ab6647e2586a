create or replace trigger check_state_transition
  before update of state on gift_photos
  for each row execute function check_state_transition('state');

create or replace trigger check_state_transition
  before update of state on pay_bill_payments
  for each row execute function check_state_transition('state');

create or replace trigger check_state_transition
  before update of status on purchases
  for each row execute function check_state_transition('status');

create or replace trigger check_state_transition
  before update of status on refunds
  for each row execute function check_state_transition('status');

create or replace trigger check_state_transition
  before update of status on withdrawals
  for each row execute function check_state_transition('status');
