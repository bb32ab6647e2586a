-- Every new contact that an account asked for, for the 72 hours in which its owner can say "this was not me".
CREATE TABLE contact_changes (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  audience text NOT NULL CHECK (audience IN ('consumer', 'merchant')),
  -- users.id or merchants.id, by audience.
  subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  -- What taking it back restores. Of a phone it may be empty: the account had none.
  former text NOT NULL,
  former_verified_at timestamptz,
  former_changed_at timestamptz,
  wanted text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '72 hours',
  -- When it became the account's.
  done_at timestamptz,
  taken_back_at timestamptz
);
CREATE INDEX contact_changes_by_subject ON contact_changes (audience, subject_id, asked_at);
CREATE INDEX contact_changes_by_former ON contact_changes (former) WHERE kind = 'email';
CREATE INDEX contact_changes_by_end ON contact_changes (expires_at);

-- Since when the owner says that a stranger knows the password. It ends with a reset.
ALTER TABLE users ADD COLUMN password_doubted_at timestamptz;

GRANT SELECT, INSERT, DELETE ON contact_changes TO zawadi_app;
GRANT UPDATE (done_at, taken_back_at) ON contact_changes TO zawadi_app;
GRANT UPDATE (password_doubted_at) ON users TO zawadi_app;

-- The application may not write addresses. False when the change is over 72 hours old or was taken back before.
CREATE FUNCTION restore_email(change uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH restored AS (
    UPDATE users u SET email = c.former, email_verified_at = c.former_verified_at,
      email_changed_at = c.former_changed_at, pending_email = NULL
    FROM contact_changes c
    WHERE c.id = change AND c.audience = 'consumer' AND c.kind = 'email' AND c.expires_at > now()
      AND c.taken_back_at IS NULL AND u.id = c.subject_id AND u.status <> 'DELETED'
    RETURNING u.id
  )
  SELECT EXISTS (SELECT FROM restored)
$$;
REVOKE ALL ON FUNCTION restore_email(uuid) FROM public;
GRANT EXECUTE ON FUNCTION restore_email(uuid) TO zawadi_app;
