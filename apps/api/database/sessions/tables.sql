-- A session is what one sign-in opened. It lives while it is not ended, not expired, and its version is still
-- the subject's: users.id, merchant_staff.id or administrators.id, by audience.
create table sessions (
  id uuid primary key,
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  subject_id uuid not null,
  session_version integer not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default moment(),
  last_used_at timestamptz not null default moment(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed-out', 'token-reused')),
  -- RFC 7638, base64url.
  key_thumbprint text check (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$'),
  -- When a session last proved more than its token: by its sign-in, then by each step-up. Renewals do not count.
  proven_at timestamptz not null default moment(),
  -- A session of an administrator expires 30 minutes after the last act of a person, and at this moment at the latest. Null for
  -- others, whose sessions live as long as they were opened for.
  extendable_until timestamptz,
  check ((ended_at is null) = (end_reason is null)),
  check (extendable_until >= expires_at)
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_subject on sessions (subject_id, audience, created_at);

-- Every token a session ever had, so that an old one is recognised as reused and not taken for an unknown one.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  -- Since when it has a successor.
  rotated_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- Browsers that have signed in to an account. What strangers guess does not hold them up. It opens nothing: password and
-- second factor are asked for as ever.
create table known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  subject_id uuid not null,
  known_at timestamptz not null default moment(),
  primary key (token_hash, audience, subject_id)
);
create index known_devices_by_age on known_devices (known_at);
create index known_devices_by_subject on known_devices (subject_id, audience);

-- When somebody lately tried something that must not be tried often: sign-ins, codes, tries of a code.
-- The key is a keyed hash of what and who.
create table attempts (
  key bytea primary key,
  made_at timestamptz[] not null default '{}'::timestamp with time zone[],
  last_at timestamptz not null default moment(),
  -- Whose attempts they are, as a keyed hash, where the key alone does not say so: guesses at an account from one
  -- address are found by it when somebody is let in again.
  account bytea
);
create index attempts_by_account on attempts (account) where account is not null;
create index attempts_by_age on attempts (last_at);

-- Who has to wait after too many unknown codes: a member of a merchant's staff, or the merchant itself for its API key,
-- so that a broken web shop stops no till. Read like `slowed_merchants`, which only processes of the version before read;
-- it goes with a later migration.
create table slowed_guessers (
  guesser uuid primary key,
  until timestamptz not null
);
create index slowed_guessers_now on slowed_guessers (until);

-- Merchants that have tried too many unknown codes and have to wait. Every process reads the few of now, once a second,
-- so that a till that behaves well costs no query. The tries themselves are counted in attempts.
create table slowed_merchants (
  merchant_id uuid primary key,
  until timestamptz not null
);
create index slowed_merchants_now on slowed_merchants (until);

-- Passkeys: public keys by which people of every audience sign in without a password, or give in place of the code after
-- it. The application reads them and writes them by these functions only; those of administrators leave an entry in the
-- audit log by it.
create table passkeys (
  id uuid primary key,
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  subject_id uuid not null,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- How often it was used, as the authenticator counts; 0 for ever where it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
  is_backed_up boolean not null,
  label text not null check (length(label) between 1 and 80),
  created_at timestamptz not null default moment(),
  last_used_at timestamptz
);
create index passkeys_by_subject on passkeys (subject_id);

-- Challenges are sealed and kept nowhere; those that came back are kept until they expire, so that each works once.
create table spent_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- Of whoever signs in: a user, a member of a merchant's staff, or an administrator.
create table second_factors (
  subject_id uuid primary key,
  secret_sealed bytea not null,
  enabled_at timestamptz,
  -- The half minute of the last code that was taken: no code is taken twice, nor an older one after it.
  last_step bigint not null default 0
);

create table recovery_codes (
  subject_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (subject_id, code_hash)
);
