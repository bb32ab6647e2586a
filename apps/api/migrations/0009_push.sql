-- Which browser of whom gets Web Push. A subscription belongs to one sign-in and is of no use after it.

CREATE TABLE push_subscriptions (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users,
  -- By it a browser is recognised, whoever signs in to it.
  endpoint_hash bytea NOT NULL UNIQUE CHECK (octet_length(endpoint_hash) = 32),
  -- Address and keys: with them anybody could send in our place, and the address tells who somebody is to Google.
  subscription_sealed bytea NOT NULL CHECK (octet_length(subscription_sealed) <= 2048),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);

GRANT SELECT, INSERT, DELETE ON push_subscriptions TO zawadi_app;
GRANT UPDATE (session_id, user_id, endpoint_hash, subscription_sealed) ON push_subscriptions TO zawadi_app;
