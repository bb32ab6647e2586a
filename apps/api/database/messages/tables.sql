-- Which browser of whom gets Web Push. A subscription belongs to one sign-in and is of no use after it.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users,
  -- By it a browser is recognised, whoever signs in to it.
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- Address and keys: with them anybody could send in our place, and the address tells who somebody is to Google.
  subscription_sealed bytea not null check (octet_length(subscription_sealed) <= 2048),
  created_at timestamptz not null default moment()
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
