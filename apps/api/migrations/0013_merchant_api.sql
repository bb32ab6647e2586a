-- The merchant API: vouchers of a merchant's own, what protects its key, and what the key was used for.

-- The merchant's own word for a voucher, such as an order number.
ALTER TABLE vouchers ADD COLUMN issuer_reference text CHECK (length(issuer_reference) BETWEEN 1 AND 400);
-- A merchant's own vouchers whose value came back to it.
CREATE INDEX vouchers_returned_to_issuer ON vouchers (issuer_merchant_id, closed_at DESC, id DESC)
  WHERE issuer_merchant_id IS NOT NULL AND closed_as IN ('EXPIRED', 'VOIDED');

-- A merchant without a row has the defaults.
CREATE TABLE merchant_api_settings (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  has_address_list boolean NOT NULL DEFAULT false,
  -- [{"address": "41.90.64.0/24", "label": "Head office"}], at most 50.
  addresses jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(addresses) <= 50),
  is_rate_limited boolean NOT NULL DEFAULT true,
  is_logged boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by uuid NOT NULL REFERENCES merchant_staff,
  CHECK (NOT has_address_list OR jsonb_array_length(addresses) > 0)
);

CREATE TABLE merchant_api_uses (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  last_used_at timestamptz NOT NULL
);

-- Calls of merchants' own systems, for 30 days. Never a body, a secret or a whole code.
CREATE TABLE api_requests (
  merchant_id uuid NOT NULL,
  at timestamptz NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  code text,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  address text NOT NULL,
  -- Calls of the same second that were too many to be listed.
  omitted_after integer CHECK (omitted_after > 0),
  PRIMARY KEY (merchant_id, at, id)
);
CREATE INDEX api_requests_refused ON api_requests (merchant_id, at, id) WHERE status >= 400;
CREATE INDEX api_requests_by_age ON api_requests USING brin (at) WITH (pages_per_range = 16, autosummarize = on);

GRANT SELECT, INSERT ON merchant_api_settings, merchant_api_uses TO zawadi_app;
GRANT UPDATE (has_address_list, addresses, is_rate_limited, is_logged, changed_at, changed_by)
  ON merchant_api_settings TO zawadi_app;
GRANT UPDATE (last_used_at) ON merchant_api_uses TO zawadi_app;
GRANT SELECT, INSERT, DELETE ON api_requests TO zawadi_app;
