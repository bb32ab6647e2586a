-- The long way to a new password. It stays the same until it is used or over, however often a mail is asked for, and no
-- wrong code touches it. The subject may be of no account, as in one_time_codes.
CREATE TABLE reset_links (
  subject_id uuid PRIMARY KEY,
  audience text NOT NULL CHECK (audience IN ('consumer', 'merchant', 'admin')),
  -- What is typed to sign in, and the address the mail goes to.
  account text NOT NULL,
  target text NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON reset_links TO zawadi_app;
GRANT UPDATE (audience, account, target, id, token_hash, expires_at) ON reset_links TO zawadi_app;
