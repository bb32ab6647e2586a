grant select, insert (id, gateway, session_id, msisdn, service_code, network_code),
  update (input_count, inputs_hash, step, data, answer, is_over, answered_at, ended_as, cost_cents),
  delete
  on ussd_sessions to zawadi_app;
grant select, insert, update (language, used_at), delete on ussd_numbers to zawadi_app;
grant select, insert on ussd_agreements to zawadi_app;
