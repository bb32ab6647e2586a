grant select, insert, update (session_id, user_id, endpoint_hash, subscription_sealed),
  delete
  on push_subscriptions to zawadi_app;
grant select, insert, update (state, failure, reason, reported_at), delete on delivery_reports to zawadi_app;
