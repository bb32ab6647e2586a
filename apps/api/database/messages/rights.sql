grant select, insert, update (session_id, user_id, endpoint_hash, subscription_sealed),
  delete
  on push_subscriptions to zawadi_app;
