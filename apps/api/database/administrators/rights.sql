grant select on administrators to zawadi_app;
grant select on administrator_admissions to zawadi_app;
-- Only functions read and write administrator_failures and audit_head.
grant select, insert on single_person_decisions to zawadi_app;
grant select, insert, update (at_hour, language, last_day), delete on daily_mails to zawadi_app;
grant select, insert, update (name, filters, period, is_shared), delete on saved_views to zawadi_app;
grant select on audit_log to zawadi_app;

grant execute on function
  add_administrator,
  append_audit,
  change_administrator,
  give_temporary_password,
  lock_administrator,
  lock_deciders,
  record_administrator_failure,
  reset_second_factor,
  set_administrator_password,
  verify_audit
to zawadi_app;

grant execute on function verify_audit to zawadi_backup;
