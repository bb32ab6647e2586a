grant select, insert, update (url, events, secret, secret_made_at, old_secret, old_secret_until, failures,
    failing_since, warned_at, switched_off_at, switched_off_reason, updated_at, description, resumes_at),
  delete
  on webhook_addresses to zawadi_app;
grant select, insert, update (state, next_try_at, tries, retries_used, last_status, last_tried_at, lease_token,
    lease_until),
  delete
  on webhook_deliveries to zawadi_app;
grant select, insert, delete on webhook_tries to zawadi_app;
grant select, insert, update on event_streams to zawadi_app;
