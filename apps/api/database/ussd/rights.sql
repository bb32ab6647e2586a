grant select, insert (id, gateway, session_id, msisdn, service_code, network_code),
  update (input_count, inputs_hash, step, data, answer_sealed, draft_sealed, is_over, answered_at, ended_as, cost_cents,
    duration_ms, steps, outcome),
  delete
  on ussd_sessions to zawadi_app;
grant select, insert (msisdn, language),
  update (language, used_at, pin_hash, pin_user_id, pin_set_at, wrong_pins, money_waits_until),
  delete
  on ussd_numbers to zawadi_app;
grant select, insert on ussd_agreements to zawadi_app;
grant select, insert, update (sessions, costed, cost_cents) on ussd_totals to zawadi_app;
grant select, insert (id), delete on ussd_failures to zawadi_app;
grant select, insert, update (checked_at, swapped_at), delete on ussd_sims to zawadi_app;
