-- The owner's freeze: nothing leaves the wallet, gifts still come in. It is apart from the status FROZEN, by which
-- administrators close an account, and which no owner undoes.
ALTER TABLE users
  ADD COLUMN wallet_frozen_at timestamptz,
  ADD COLUMN wallet_frozen_by text
    CHECK (wallet_frozen_by IN ('session', 'phone', 'call-back', 'not-me', 'lost-contacts')),
  -- When the wallet opens again: 24 hours after its owner asked for it. Null until the owner asks.
  ADD COLUMN wallet_opens_at timestamptz,
  ADD CONSTRAINT users_wallet_freeze_is_whole CHECK (
    (wallet_frozen_at IS NULL) = (wallet_frozen_by IS NULL)
    AND (wallet_opens_at IS NULL OR wallet_frozen_at IS NOT NULL)
  );
GRANT UPDATE (wallet_frozen_at, wallet_frozen_by, wallet_opens_at) ON users TO zawadi_app;

ALTER TABLE one_time_codes
  DROP CONSTRAINT one_time_codes_purpose_check,
  ADD CONSTRAINT one_time_codes_purpose_check CHECK (
    purpose IN (
      'phone', 'password-reset', 'withdrawal', 'contact-email', 'claim', 'wallet-freeze', 'wallet-open'
    )
  );

-- The links in messages by which an owner says "this was not me", for 72 hours, once each.
CREATE TABLE not_me_links (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users,
  about text NOT NULL CHECK (about IN ('freeze-code', 'opening', 'reset', 'pay-out', 'lost-contacts')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX not_me_links_by_user ON not_me_links (user_id);
CREATE INDEX not_me_links_by_end ON not_me_links (expires_at);
GRANT SELECT, INSERT, DELETE ON not_me_links TO zawadi_app;
GRANT UPDATE (used_at) ON not_me_links TO zawadi_app;
