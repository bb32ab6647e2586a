-- Sessions of users, merchant_staff or administrators, by audience; a sign-in opens one. A session is live until it is
-- ended or expired, or its version differs from its subject's. Written by the functions of sessions.sql.
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
  -- The device key that the session is bound to (RFC 7638, base64url); null while unbound.
  key_thumbprint text check (key_thumbprint ~ '^[A-Za-z0-9_-]{43}$'),
  -- When the person last proved password or second factor: at sign-in and at each step-up. A renewal is no proof.
  proven_at timestamptz not null default moment(),
  -- For administrators only: expires_at is 30 minutes after the person's last action, but never later than this.
  extendable_until timestamptz,
  check ((ended_at is null) = (end_reason is null)),
  check (extendable_until >= expires_at)
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_subject on sessions (subject_id, audience, created_at);

-- Every token that a session ever had, to detect the reuse of an old one. Written by open_session(), continue_session()
-- and renew_session().
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  -- Whether the session was bound to a device key when this token was issued.
  is_bound boolean not null,
  -- When the session got its next refresh token.
  rotated_at timestamptz
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- Browsers that have signed in to an account: wrong passwords from other browsers do not throttle them. A known device
-- still needs password and second factor. Written by features/people/sessions.
create table known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  subject_id uuid not null,
  known_at timestamptz not null default moment(),
  primary key (token_hash, audience, subject_id)
);
create index known_devices_by_age on known_devices (known_at);
create index known_devices_by_subject on known_devices (subject_id, audience);

-- Times of recent attempts at rate-limited actions: sign-ins, requests for a code, guesses of a code. The key is a
-- keyed hash of the action and the subject of the limit. Written by features/people/sessions.
create table limited_attempts (
  key bytea primary key,
  made_at timestamptz[] not null default '{}',
  last_at timestamptz not null default moment(),
  -- A keyed hash of the account, if the key does not depend on the account alone. Unlocking the account deletes the
  -- guesses from one address by it.
  account bytea
);
create index limited_attempts_by_account on limited_attempts (account) where account is not null;
create index limited_attempts_by_age on limited_attempts (last_at);

-- Staff members and API keys that have to wait after too many unknown codes; the main key has the merchant's id. Each
-- waits alone, so that a broken web shop stops no till. Every process reads the current rows once a second, so that a
-- request needs no query; limited_attempts counts the wrong codes. Written by features/money/redemptions.
create table slowed_guessers (
  guesser uuid primary key,
  until timestamptz not null
);
create index slowed_guessers_now on slowed_guessers (until);

-- Merchants that have to wait as a whole, after unknown codes from many staff members or API keys. Written and read
-- like slowed_guessers.
create table slowed_merchants (
  merchant_id uuid primary key,
  until timestamptz not null
);
create index slowed_merchants_now on slowed_merchants (until);

-- Public keys with which people of every audience sign in or prove their second factor. Written only by the functions
-- of passkeys.sql, which record administrators' passkeys in the audit log.
create table passkeys (
  id uuid primary key,
  audience text not null check (audience in ('consumer', 'merchant', 'admin')),
  subject_id uuid not null,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- The authenticator's count of uses; always 0 if it does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  is_backed_up boolean not null,
  label text not null check (length(label) between 1 and 80),
  created_at timestamptz not null default moment(),
  last_used_at timestamptz
);
create index passkeys_by_subject on passkeys (subject_id);

-- Passkey challenges that were answered, kept until they expire, so that each works once. An open challenge is sealed
-- and not stored. Written by spend_passkey_challenge().
create table spent_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- The second factor of users, staff members and administrators. Written by the functions of second-factors.sql
-- only.
create table second_factors (
  subject_id uuid primary key,
  secret_sealed bytea not null,
  enabled_at timestamptz,
  -- The step (30 seconds) of the last accepted code: codes of this step or of an older one are refused.
  last_step bigint not null default 0
);

-- Hashes of the recovery codes of a second factor. Written by switch_on_second_factor(), renew_recovery_codes() and
-- use_recovery_code().
create table recovery_codes (
  subject_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (subject_id, code_hash)
);
