-- Browsers that get Web Push. A subscription belongs to one session and is useless after it. Written by
-- features/services/messages.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users,
  -- Hash of the endpoint: identifies a browser, independently of the account that signs in.
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- Endpoint URL and keys. Sealed, because with them others could send push messages as the operator. The URL also
  -- identifies a person to the browser's vendor.
  subscription_sealed bytea not null check (octet_length(subscription_sealed) <= 2048)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
