-- Who may sign in, and as what. Secrets are stored as hashes only; the database's clock decides about time.
-- The application may touch exactly the columns granted at the end.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text NOT NULL CHECK (length(first_name) BETWEEN 1 AND 80),
  last_name text NOT NULL CHECK (length(last_name) BETWEEN 1 AND 80),
  email text NOT NULL CONSTRAINT users_email_is_unique UNIQUE
    CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  email_verified_at timestamptz,
  -- Verified numbers only, so that a number belongs to one person. A typed one waits in pending_phone_msisdn.
  phone_msisdn text CONSTRAINT users_phone_is_unique UNIQUE CHECK (phone_msisdn ~ '^254[17][0-9]{8}$'),
  phone_verified_at timestamptz,
  pending_phone_msisdn text CHECK (pending_phone_msisdn ~ '^254[17][0-9]{8}$'),
  signup_phone_msisdn text NOT NULL CHECK (signup_phone_msisdn ~ '^254[17][0-9]{8}$'),
  phone_first_verified_at timestamptz,
  -- Set by a change only, not by the first verification of the number given at sign-up.
  phone_changed_at timestamptz,
  password_hash text NOT NULL,
  password_changed_at timestamptz,
  session_version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'FROZEN')),
  notifications boolean NOT NULL DEFAULT true,
  email_alerts boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((phone_msisdn IS NULL) = (phone_verified_at IS NULL)),
  CHECK (phone_msisdn IS NOT NULL OR pending_phone_msisdn IS NOT NULL)
);

CREATE TABLE email_verifications (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_verifications_by_user ON email_verifications (user_id);

-- One living code per purpose and subject: a new one replaces the old. The subject of a password reset may be
-- nobody, so that a known and an unknown address leave the same traces and take the same time.
CREATE TABLE one_time_codes (
  purpose text NOT NULL CHECK (purpose IN ('phone', 'password-reset', 'withdrawal')),
  subject_id uuid NOT NULL,
  id uuid NOT NULL,
  target text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (purpose, subject_id)
);

CREATE TABLE merchants (
  id uuid PRIMARY KEY,
  merchant_code text NOT NULL CONSTRAINT merchants_code_is_unique UNIQUE CHECK (merchant_code ~ '^[A-Z0-9]{3,12}$'),
  business_name text NOT NULL CHECK (length(business_name) BETWEEN 1 AND 80),
  contact_name text NOT NULL CHECK (length(contact_name) BETWEEN 1 AND 80),
  contact_email text NOT NULL CHECK (contact_email = lower(contact_email)),
  contact_phone_msisdn text NOT NULL CHECK (contact_phone_msisdn ~ '^254[17][0-9]{8}$'),
  primary_color text NOT NULL DEFAULT '#007BFF' CHECK (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  logo_url text,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'SUSPENDED', 'INACTIVE')),
  api_key text NOT NULL UNIQUE,
  api_secret_hash bytea NOT NULL CHECK (length(api_secret_hash) = 32),
  api_secret_made_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- The owner has no handle and signs in with the merchant code alone; juma signs in as CODE.juma.
CREATE TABLE merchant_staff (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  handle text CHECK (handle ~ '^[A-Z0-9_-]{1,30}$'),
  staff_role text NOT NULL CHECK (staff_role IN ('owner', 'manager', 'cashier')),
  password_hash text NOT NULL,
  must_change_password boolean NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT merchant_staff_handle_is_unique UNIQUE NULLS NOT DISTINCT (merchant_id, handle),
  CHECK ((handle IS NULL) = (staff_role = 'owner'))
);

CREATE TABLE administrators (
  id uuid PRIMARY KEY,
  email text NOT NULL CONSTRAINT administrators_email_is_unique UNIQUE CHECK (email = lower(email)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  staff_role text NOT NULL CHECK (staff_role IN ('administrator', 'finance', 'support', 'read-only')),
  password_hash text NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A session is what one sign-in opened. It lives while it is not ended, not expired, and its version is still
-- the subject's: users.id, merchant_staff.id or administrators.id, by audience.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  audience text NOT NULL CHECK (audience IN ('consumer', 'merchant', 'admin')),
  subject_id uuid NOT NULL,
  session_version integer NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed-out', 'token-reused')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_by_subject ON sessions (subject_id, audience, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Every token a session ever had, so that an old one is recognised as reused and not taken for an unknown one.
CREATE TABLE refresh_tokens (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  -- Since when it has a successor.
  rotated_at timestamptz
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

-- When somebody lately tried something that must not be tried often: sign-ins, codes, tries of a code.
-- The key is a keyed hash of what and who.
CREATE TABLE attempts (
  key bytea PRIMARY KEY,
  made_at timestamptz[] NOT NULL DEFAULT '{}',
  last_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attempts_by_age ON attempts (last_at);

GRANT SELECT, INSERT ON users TO zawadi_app;
GRANT UPDATE (
  email_verified_at, phone_msisdn, phone_verified_at, pending_phone_msisdn, phone_first_verified_at, phone_changed_at,
  password_hash, password_changed_at, session_version
) ON users TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON email_verifications TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON one_time_codes TO zawadi_app;
GRANT UPDATE (id, target, code_hash, tries, expires_at) ON one_time_codes TO zawadi_app;
GRANT SELECT, INSERT ON merchants TO zawadi_app;
GRANT UPDATE (status, api_secret_hash, api_secret_made_at, updated_at) ON merchants TO zawadi_app;
GRANT SELECT, INSERT ON merchant_staff TO zawadi_app;
GRANT SELECT, INSERT ON administrators TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON sessions TO zawadi_app;
GRANT UPDATE (last_used_at, ended_at, end_reason) ON sessions TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON refresh_tokens TO zawadi_app;
GRANT UPDATE (rotated_at) ON refresh_tokens TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON attempts TO zawadi_app;
GRANT UPDATE (made_at, last_at) ON attempts TO zawadi_app;
