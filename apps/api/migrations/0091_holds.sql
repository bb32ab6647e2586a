-- Two-step redemption: a shop that sells online reserves the value of a voucher, captures it when it ships, or releases
-- it. The money is on the account held:{id} meanwhile, in the books of the voucher. A captured hold is the redemption of
-- the same id.
CREATE TABLE holds (
  voucher_id uuid NOT NULL,
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0 AND amount_cents % 100 = 0),
  -- The rest of a captured one went back.
  captured_cents bigint NOT NULL DEFAULT 0 CHECK (captured_cents BETWEEN 0 AND amount_cents AND captured_cents % 100 = 0),
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CAPTURED', 'RELEASED', 'EXPIRED')),
  -- The shop's own word for it, such as an order number.
  reference text CHECK (length(reference) BETWEEN 1 AND 200),
  -- As it was that day, and here because one merchant's list is searched by it.
  recipient_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT statement_moment(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by_kind text CHECK (ended_by_kind IN ('api', 'member', 'admin', 'system')),
  ended_by uuid,
  -- Why an administrator or the system has released it.
  ended_reason text,
  PRIMARY KEY (voucher_id, id),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '7 days'),
  CHECK ((status = 'OPEN') = (ended_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by_kind IS NULL)),
  CHECK ((coalesce(ended_by_kind, '') IN ('member', 'admin')) = (ended_by IS NOT NULL)),
  CHECK ((status = 'CAPTURED') = (captured_cents > 0))
);
CREATE INDEX holds_by_id ON holds (id);
CREATE INDEX holds_in_list ON holds (merchant_id, created_at DESC, id DESC);
CREATE INDEX holds_open ON holds (voucher_id) WHERE status = 'OPEN';
CREATE INDEX holds_open_in_list ON holds (merchant_id, created_at DESC, id DESC) WHERE status = 'OPEN';
CREATE INDEX holds_to_end ON holds (expires_at) WHERE status = 'OPEN';

INSERT INTO state_transitions VALUES
  ('holds', 'OPEN', 'CAPTURED'), ('holds', 'OPEN', 'RELEASED'), ('holds', 'OPEN', 'EXPIRED');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF status ON holds
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('status');

GRANT SELECT, INSERT ON holds TO zawadi_app;
GRANT UPDATE (status, captured_cents, ended_at, ended_by_kind, ended_by, ended_reason) ON holds TO zawadi_app;

-- What shops hold of a voucher. Volatile, so that a statement that waits for the lock of the voucher's balance reads what
-- was committed meanwhile.
CREATE FUNCTION held_cents(voucher uuid) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce(sum(amount_cents), 0)::bigint FROM holds WHERE voucher_id = voucher AND status = 'OPEN');
END $$;
REVOKE ALL ON FUNCTION held_cents(uuid) FROM public;
GRANT EXECUTE ON FUNCTION held_cents(uuid) TO zawadi_app;

-- Events of holds. Those who want every event of before want these, too.
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_events_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_events_check CHECK (
  events <@ ARRAY[
    'voucher.created', 'voucher.redeemed', 'voucher.voided', 'voucher.held', 'voucher.hold_captured', 'voucher.hold_released',
    'transaction.completed', 'settlement.processed', 'payment.failed'
  ]
);
UPDATE webhook_endpoints SET events = events || ARRAY['voucher.held', 'voucher.hold_captured', 'voucher.hold_released']
WHERE events @> ARRAY[
  'voucher.created', 'voucher.redeemed', 'transaction.completed', 'settlement.processed', 'payment.failed'
];
