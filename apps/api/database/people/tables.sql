-- Consumers: sign-in and contacts. Written by features/people/users and features/people/wallet-freeze. rights.sql names
-- the columns that the application may change; functions change the others. Passwords are stored as hashes only.
create table users (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  -- Placeholder <id>@no-address.invalid while the account has no email address.
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  email_verified_at timestamptz,
  -- Verified phone numbers only, so that a number belongs to one account. An unverified number is in
  -- pending_phone_msisdn.
  phone_msisdn text check (phone_msisdn ~ '^254[17][0-9]{8}$'),
  phone_verified_at timestamptz,
  pending_phone_msisdn text check (pending_phone_msisdn ~ '^254[17][0-9]{8}$'),
  signup_phone_msisdn text check (signup_phone_msisdn ~ '^254[17][0-9]{8}$'),
  phone_first_verified_at timestamptz,
  -- Null when never changed; verifying the number given at sign-up is not a change.
  phone_changed_at timestamptz,
  password_hash text not null,
  password_changed_at timestamptz,
  session_version integer not null default 1,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'FROZEN', 'DELETED')),
  notifications boolean not null default true,
  email_alerts boolean not null default true,
  created_at timestamptz not null default moment(),
  -- The language of messages.
  language text not null default 'en' check (language in ('en', 'sw')),
  -- Becomes the account's email address when the link sent to it is used. Until then, this address may belong to
  -- another person.
  pending_email text check (pending_email = lower(pending_email) and length(pending_email) between 3 and 254),
  deleted_at timestamptz,
  -- Null when never changed; verifying the address given at sign-up is not a change.
  email_changed_at timestamptz,
  -- When the owner reported that another person has the password. Until a reset, the password proves nothing.
  password_doubted_at timestamptz,
  -- After a password reset, no money leaves the wallet for 24 hours, unless a code to the other contact, which did not
  -- reset the password, confirms the withdrawal or the payment.
  password_reset_at timestamptz,
  password_reset_by text check (password_reset_by in ('email', 'sms')),
  -- The owner's wallet freeze: no money leaves the wallet, gifts still come in. Status FROZEN is separate: only
  -- administrators set and remove it.
  wallet_frozen_at timestamptz,
  wallet_frozen_by text check (wallet_frozen_by in ('session', 'phone', 'call-back', 'not-me', 'lost-contacts')),
  -- When the wallet opens: 24 hours after the owner requested it; null without a request.
  wallet_opens_at timestamptz,
  -- When the proven phone number last began a USSD session; at most one change a day.
  ussd_used_at timestamptz,
  constraint users_email_is_unique unique (email),
  constraint users_phone_is_unique unique (phone_msisdn),
  check ((phone_msisdn is null) = (phone_verified_at is null)),
  constraint users_deleted_since check ((status = 'DELETED') = (deleted_at is not null)),
  constraint users_password_reset_is_whole check ((password_reset_at is null) = (password_reset_by is null)),
  -- If a stranger signed up with the email address of another person, that person gets the account, without the
  -- stranger's phone. So an account may have no phone number until its owner gives one.
  constraint users_signed_up_with_a_phone check (status = 'DELETED' or signup_phone_msisdn is not null),
  constraint users_wallet_freeze_is_whole check (
    (wallet_frozen_at is null) = (wallet_frozen_by is null)
    and (wallet_opens_at is null or wallet_frozen_at is not null)
  )
);
-- Administrators find consumers by words of a name, by the beginning of an email address, and by a phone number or its
-- end.
create index users_by_email_beginning on users (email text_pattern_ops);
create index users_by_name on users using gin (folded_name(first_name || ' ' || last_name) extensions.gin_trgm_ops);
-- For a sign-in with an email address that no account has verified: finds the newest sign-up with that address.
create index users_by_pending_email on users (pending_email, created_at desc) where pending_email is not null;
create index users_by_pending_phone_end
  on users (reverse(pending_phone_msisdn) text_pattern_ops)
  where pending_phone_msisdn is not null;
create index users_by_phone_end on users (reverse(phone_msisdn) text_pattern_ops) where phone_msisdn is not null;
create index users_newest on users (created_at desc, id desc);
create index users_not_active on users (status, created_at desc, id desc) where status <> 'ACTIVE';

-- The indexes by the end of a phone number omit users without a number, so they have no statistics for the whole table.
-- With these statistics, the planner can estimate a search that combines the end of a number with other conditions.
create statistics users_phone_ends on (reverse(phone_msisdn)) from users;
create statistics users_pending_phone_ends on (reverse(pending_phone_msisdn)) from users;

-- Profile pictures. Written by features/people/users.
create table user_pictures (
  user_id uuid primary key references users,
  -- Part of the picture's URL. Random, so that a user's id does not reveal the picture.
  name text not null unique,
  webp bytea not null check (octet_length(webp) <= 262144)
);

-- Every change of a verified contact, masked. Written by the trigger record_contact_change(). When an account is
-- disputed, operators read it with the owner's role (docs/operations/people.md).
create table user_contact_history (
  id bigint primary key generated always as identity,
  user_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  former text,
  present text,
  at timestamptz not null default clock_moment()
);
create index user_contact_history_of_user on user_contact_history (user_id, id);

-- Every new contact that an account requested, for the 72 hours in which the owner can answer "this was not me".
-- Written by features/people/credentials, for users and for merchants.
create table contact_changes (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  audience text not null check (audience in ('consumer', 'merchant')),
  -- users.id or merchants.id, by audience.
  subject_id uuid not null,
  kind text not null check (kind in ('email', 'phone')),
  -- The contact to restore when the change is reverted. Empty for a phone when the account had none.
  former text not null,
  former_verified_at timestamptz,
  former_changed_at timestamptz,
  wanted text not null,
  asked_at timestamptz not null default moment(),
  expires_at timestamptz not null default moment() + interval '72 hours',
  -- When the change took effect.
  done_at timestamptz,
  taken_back_at timestamptz,
  -- Two administrators approved the change. "This was not me" then holds the merchant's settlements and does not revert
  -- the change.
  is_by_administrator boolean not null default false
);
create index contact_changes_by_end on contact_changes (expires_at);
create index contact_changes_by_former on contact_changes (former) where kind = 'email';
create index contact_changes_by_subject on contact_changes (audience, subject_id, asked_at);

-- Links that prove an email address. Written by features/people/users.
create table user_email_verifications (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index user_email_verifications_by_user on user_email_verifications (user_id);

-- One-time codes: the newest for each purpose and subject. Written by features/people/credentials. The subject of a
-- password reset may be a made-up id. So a known and an unknown email address leave the same traces and take the same
-- time.
create table one_time_codes (
  purpose text not null
    check (purpose in (
      'phone', 'password-reset', 'withdrawal', 'wallet-payment', 'contact-email', 'claim', 'wallet-freeze', 'wallet-open'
    )),
  subject_id uuid not null,
  id uuid not null,
  target text not null,
  code_hash bytea not null,
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  primary key (purpose, subject_id)
);

-- Links to reset a password, an alternative to the code. A link stays the same until it is used or expired, however
-- often it is mailed, and wrong codes do not revoke it. The subject may be a made-up id, as in one_time_codes. Written
-- by features/people/credentials.
create table reset_links (
  subject_id uuid primary key,
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  -- The sign-in name, and the email address that gets the link.
  account text not null,
  target text not null,
  id uuid not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

-- Phone numbers that accounts have verified, with the time of the latest verification. Shows the former accounts of a
-- number, which users does not. Written by the trigger record_proven_phone(); read by the rules of
-- features/merchants/fraud.
create table proven_phones (
  msisdn text not null,
  user_id uuid not null references users,
  proven_at timestamptz not null,
  primary key (msisdn, user_id)
);
create index proven_phones_in_time on proven_phones (proven_at);
create index proven_phones_of_user on proven_phones (user_id);

-- Consumers who have lost both contacts and get a new phone number. After two administrators have approved the
-- evidence, the wallet is frozen for 72 hours. An old contact can end the case during that time ("this was not me").
-- Then replace_lost_phone() makes the number the account's. Written by features/people/lost-contacts.
create table lost_contact_cases (
  -- The id of the approval.
  id uuid primary key,
  user_id uuid not null references users,
  msisdn text not null check (msisdn ~ '^254[17][0-9]{8}$'),
  -- The name that M-PESA shows for the number, as read by two administrators.
  registered_name text not null,
  facts text[] not null check (cardinality(facts) >= 2),
  note text not null,
  started_at timestamptz not null default moment(),
  ended_at timestamptz,
  ended_as text check (ended_as in ('replaced', 'not-me', 'number-taken', 'contact-changed')),
  check ((ended_at is null) = (ended_as is null))
);
create index lost_contact_cases_by_user on lost_contact_cases (user_id, started_at);
create unique index lost_contact_cases_one_open on lost_contact_cases (user_id) where ended_at is null;

-- Links in messages by which an owner answers "this was not me": valid for 72 hours, once each. Written by
-- features/people/credentials.
create table not_me_links (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references users,
  about text not null check (about in ('freeze-code', 'opening', 'reset', 'pay-out', 'lost-contacts', 'pin')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index not_me_links_by_end on not_me_links (expires_at);
create index not_me_links_by_user on not_me_links (user_id);

-- The history of wallet freezes, for the export of a person's data. Written by the trigger record_wallet_freeze();
-- removed when the account is deleted.
create table wallet_freezes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  frozen_at timestamptz not null,
  -- How the wallet was frozen; the latest way if it was frozen again during the freeze.
  frozen_by text not null,
  opened_at timestamptz,
  opened_by text check (opened_by in ('code', 'waiting', 'support')),
  check ((opened_at is null) = (opened_by is null))
);
create index wallet_freezes_of_user on wallet_freezes (user_id, id);
create unique index wallet_freezes_one_open on wallet_freezes (user_id) where opened_at is null;

-- Counts SMS and emails to contacts that the requester has not verified, by day, recipient and network, to limit their
-- cost. Written by features/services/messages.
create table unverified_contact_messages (
  day date not null,
  channel text not null check (channel in ('sms', 'email')),
  counted_by text not null check (counted_by in ('recipient', 'network')),
  -- Keyed hash of the phone number, mailbox or network that is counted.
  name bytea not null check (octet_length(name) = 32),
  count integer not null check (count > 0),
  primary key (day, channel, counted_by, name)
);
