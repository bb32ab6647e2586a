-- Payments at the pay bill that a callback has told of. Nothing is posted before M-PESA itself confirms one, by its
-- status or in its list of what it has received.
CREATE TABLE pay_bill_payments (
  receipt text PRIMARY KEY,
  -- The callback that told of it first.
  message_id uuid NOT NULL UNIQUE,
  -- What that callback said; M-PESA's own answer decides.
  bill_reference text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The purchase that waits for it.
  home_id uuid,
  -- Another callback said something else under the same receipt.
  is_disputed boolean NOT NULL DEFAULT false,
  -- CHECKING: M-PESA is being asked. OVERDUE: not confirmed in time, a case for administrators. UNCONFIRMED: given up.
  state text NOT NULL DEFAULT 'CHECKING' CHECK (state IN ('CHECKING', 'OVERDUE', 'CONFIRMED', 'UNCONFIRMED')),
  reported_at timestamptz NOT NULL DEFAULT clock_moment(),
  -- When M-PESA is asked for its status; null once M-PESA has answered.
  next_query_at timestamptz
);
CREATE INDEX pay_bill_payments_open ON pay_bill_payments (reported_at) WHERE state IN ('CHECKING', 'OVERDUE');
CREATE INDEX pay_bill_payments_of ON pay_bill_payments (home_id) WHERE home_id IS NOT NULL;

INSERT INTO state_transitions VALUES
  ('pay_bill_payments', 'CHECKING', 'CONFIRMED'), ('pay_bill_payments', 'CHECKING', 'OVERDUE'),
  ('pay_bill_payments', 'OVERDUE', 'CONFIRMED'), ('pay_bill_payments', 'OVERDUE', 'UNCONFIRMED'),
  ('pay_bill_payments', 'UNCONFIRMED', 'CONFIRMED');
CREATE TRIGGER check_state_transition BEFORE UPDATE OF state ON pay_bill_payments
  FOR EACH ROW EXECUTE FUNCTION check_state_transition('state');

GRANT SELECT, INSERT ON pay_bill_payments TO zawadi_app;
GRANT UPDATE (is_disputed, state, next_query_at) ON pay_bill_payments TO zawadi_app;
