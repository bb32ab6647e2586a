-- More of what the list of all movements is read by: what is rare among very many, and withdrawals by their id alone.

CREATE INDEX withdrawals_by_id ON withdrawals (id);
CREATE INDEX purchases_pending ON purchases (pending_since DESC, id DESC) WHERE status = 'PENDING';
CREATE INDEX withdrawals_pending ON withdrawals (pending_since DESC, id DESC) WHERE status = 'PENDING';
CREATE INDEX redemptions_reversed ON redemptions (redeemed_at DESC, id DESC) WHERE reversed_at IS NOT NULL;
