grant select, insert, update (severity, details, acknowledged_at, acknowledged_by, concerns, assigned_to, outcome,
    closed_at, closed_by, place_id)
  on fraud_alerts to zawadi_app;
grant select, insert on fraud_alert_events to zawadi_app;
grant select, update (checked_until) on fraud_progress to zawadi_app;
grant select, insert, update (assigned_to, reported_at, outcome, closed_at, closed_by) on fraud_cases to zawadi_app;
grant select, insert on fraud_case_alerts to zawadi_app;
grant select, insert on fraud_case_events to zawadi_app;
grant select, insert, update (filed_on, reference) on fraud_case_reports to zawadi_app;
