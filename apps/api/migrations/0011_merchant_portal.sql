-- Who works for a merchant, how it is settled, what it looks like, and what was done to it.

ALTER TABLE merchants
  -- Every weekday once, from Monday, in the form of the contract; null until they are set.
  ADD COLUMN opening_hours jsonb CHECK (jsonb_array_length(opening_hours) = 7),
  ADD COLUMN settlement_frequency text NOT NULL DEFAULT 'daily' CHECK (settlement_frequency IN ('daily', 'weekly')),
  -- 1 is Monday. Counts for weekly settlements only, and outlives a spell of daily ones.
  ADD COLUMN settlement_weekday smallint NOT NULL DEFAULT 1 CHECK (settlement_weekday BETWEEN 1 AND 7),
  ADD COLUMN settlement_hour smallint NOT NULL DEFAULT 9 CHECK (settlement_hour BETWEEN 0 AND 23);

-- The owner's name and address are the contact's, and stand in merchants only.
ALTER TABLE merchant_staff
  ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 80),
  ADD COLUMN email text CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
  ADD CONSTRAINT merchant_staff_owner_is_the_contact
    CHECK (staff_role <> 'owner' OR (name IS NULL AND email IS NULL AND status = 'ACTIVE'));

-- Where a merchant's money goes. A change is a new row that waits for its time, so that whoever got hold of the
-- owner's account has not got hold of the money; replaced before that, it never counts.
CREATE TABLE merchant_payout_channels (
  merchant_id uuid NOT NULL REFERENCES merchants,
  version integer NOT NULL CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('mpesa', 'till', 'paybill', 'bank')),
  -- 254XXXXXXXXX of a phone, else the till or the pay bill.
  number text NOT NULL CHECK (number ~ '^[0-9]{5,12}$'),
  account_number text CHECK (length(account_number) BETWEEN 1 AND 20),
  bank_name text,
  set_by uuid NOT NULL REFERENCES merchant_staff,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  effective_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, version),
  CHECK ((account_number IS NOT NULL) = (kind IN ('paybill', 'bank'))),
  CHECK ((bank_name IS NOT NULL) = (kind = 'bank'))
);

CREATE TABLE merchant_logos (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  -- Its address. Another one after every change, so that it may be kept for long.
  name text NOT NULL UNIQUE,
  webp bytea NOT NULL CHECK (octet_length(webp) <= 524288)
);

-- What was done to a merchant and by whom: a member of its staff, an administrator, or the product itself. Append-only,
-- without secrets.
CREATE TABLE merchant_activities (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  at timestamptz NOT NULL DEFAULT now(),
  actor_kind text NOT NULL CHECK (actor_kind IN ('staff', 'admin', 'system')),
  -- merchant_staff.id or administrators.id.
  actor_id uuid,
  kind text NOT NULL CHECK (kind ~ '^[a-z0-9-]{3,40}$'),
  details jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor_id IS NULL) = (actor_kind = 'system'))
);
CREATE INDEX merchant_activities_by_merchant ON merchant_activities (merchant_id, at, id);

CREATE TABLE support_requests (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  staff_id uuid NOT NULL REFERENCES merchant_staff,
  -- As they were when it was written.
  writer_name text NOT NULL,
  writer_email text NOT NULL,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 120),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
  reference text CHECK (length(reference) BETWEEN 1 AND 200),
  sent_at timestamptz NOT NULL DEFAULT now(),
  answered_at timestamptz,
  answered_by uuid REFERENCES administrators,
  CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX support_requests_by_age ON support_requests (sent_at, id);

ALTER TABLE one_time_codes
  DROP CONSTRAINT one_time_codes_purpose_check,
  ADD CONSTRAINT one_time_codes_purpose_check
    CHECK (purpose IN ('phone', 'password-reset', 'withdrawal', 'contact-email'));

GRANT UPDATE (
  business_name, contact_name, contact_email, contact_phone_msisdn, primary_color, logo_url, opening_hours,
  settlement_frequency, settlement_weekday, settlement_hour
) ON merchants TO zawadi_app;
GRANT UPDATE (name, email, staff_role, status, password_hash, must_change_password, session_version)
  ON merchant_staff TO zawadi_app;
GRANT UPDATE (password_hash, session_version) ON administrators TO zawadi_app;
GRANT SELECT, INSERT ON merchant_payout_channels, merchant_activities, support_requests TO zawadi_app;
GRANT UPDATE (answered_at, answered_by) ON support_requests TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON merchant_logos TO zawadi_app;
GRANT UPDATE (name, webp) ON merchant_logos TO zawadi_app;
