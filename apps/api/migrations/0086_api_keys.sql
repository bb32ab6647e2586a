-- Keys for one till or system each, beside the main key of a merchant, which is in merchants.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  rights text NOT NULL CHECK (rights IN ('read', 'redeem', 'create', 'everything')),
  api_key text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  secret_made_at timestamptz NOT NULL DEFAULT moment(),
  -- The secret before a roll works until then.
  old_secret_hash bytea CHECK (length(old_secret_hash) = 32),
  old_secret_until timestamptz,
  created_by uuid NOT NULL REFERENCES merchant_staff,
  created_at timestamptz NOT NULL DEFAULT moment(),
  -- A revoked key stays, so that the log can name it.
  revoked_at timestamptz,
  CHECK ((old_secret_hash IS NULL) = (old_secret_until IS NULL))
);
CREATE UNIQUE INDEX api_keys_by_name ON api_keys (merchant_id, lower(name)) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT ON api_keys TO zawadi_app;
GRANT UPDATE (secret_hash, secret_made_at, old_secret_hash, old_secret_until, revoked_at) ON api_keys TO zawadi_app;

CREATE TABLE api_key_uses (
  key_id uuid PRIMARY KEY REFERENCES api_keys,
  last_used_at timestamptz NOT NULL,
  address text NOT NULL
);
GRANT SELECT, INSERT ON api_key_uses TO zawadi_app;
GRANT UPDATE (last_used_at, address) ON api_key_uses TO zawadi_app;

-- The main key has the same. Its uses were kept without the address so far.
ALTER TABLE merchants
  ADD COLUMN api_old_secret_hash bytea CHECK (length(api_old_secret_hash) = 32),
  ADD COLUMN api_old_secret_until timestamptz,
  ADD CHECK ((api_old_secret_hash IS NULL) = (api_old_secret_until IS NULL));
GRANT UPDATE (api_old_secret_hash, api_old_secret_until) ON merchants TO zawadi_app;
ALTER TABLE merchant_api_uses ADD COLUMN address text;
GRANT UPDATE (address) ON merchant_api_uses TO zawadi_app;

-- Which key tried a code; null with a null staff_id: the main key.
ALTER TABLE wrong_codes ADD COLUMN key_id uuid REFERENCES api_keys;
