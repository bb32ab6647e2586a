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

-- Final results of sent messages, as the SMS gateway and mail servers report them. A report may come before its message
-- is committed as sent. Written by features/services/delivery-reports.
create table delivery_reports (
  -- outbox.provider_id of the message.
  provider_id text primary key check (length(provider_id) between 1 and 100),
  state text not null check (state in ('delivered', 'not_delivered')),
  failure text check (failure in (
    'no_such_number', 'number_inactive', 'phone_unreachable', 'blocked', 'no_such_address', 'mailbox_full',
    'mail_refused', 'other'
  )),
  -- The reason as it was reported, such as UserInBlackList or 5.1.1.
  reason text check (length(reason) between 1 and 100),
  reported_at timestamptz not null default moment(),
  check ((state = 'not_delivered') = (failure is not null))
);
create index delivery_reports_by_time on delivery_reports (reported_at);
