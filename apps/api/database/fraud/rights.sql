grant select, insert, update (severity, details, acknowledged_at, acknowledged_by, concerns, assigned_to, outcome,
    closed_at, closed_by)
  on fraud_alerts to zawadi_app;
grant select, insert on fraud_alert_events to zawadi_app;
grant select, update (checked_until) on fraud_progress to zawadi_app;
