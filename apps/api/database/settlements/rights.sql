grant select, insert, update (status, channel, method, shown_as, needs_approval, attempt_id, failure_reason,
    reference, next_attempt_at, completed_at)
  on settlements to zawadi_app;
grant select, insert on settlement_entries to zawadi_app;
grant select, insert, update (state, bank_file, reference, failure_reason, ended_at) on settlement_attempts to zawadi_app;
grant select, insert on settlement_bank_files to zawadi_app;
grant select, insert, update (closed_as, closed_by, closed_at) on settlement_decisions to zawadi_app;
grant select, insert on settlement_activities to zawadi_app;
grant select, insert, update (batched_until, ran_at) on settlement_progress to zawadi_app;
grant select, insert, update (posted_at) on adjustments to zawadi_app;
grant select, update (etims_number, etims_entered_at) on invoices to zawadi_app;
grant select, insert, update (kra_pin, address) on invoice_buyers to zawadi_app;
-- Only functions read and write invoice_numbers.
grant select, insert on invoice_months to zawadi_app;

grant execute on function
  hold_settlements,
  issue_invoice,
  resume_settlements
to zawadi_app;
