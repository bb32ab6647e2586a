-- What ten million rows were read through for: rare amounts, batches of one state or channel, and the sums of a merchant's batches.
CREATE INDEX withdrawals_by_amount ON withdrawals (amount_cents, pending_since DESC, id DESC) WHERE status <> 'REGISTERED';
CREATE INDEX settlements_by_amount ON settlements (amount_cents, created_at DESC, id DESC);
CREATE INDEX settlements_failed ON settlements (created_at DESC, id DESC) WHERE status = 'CANCELED';
CREATE INDEX settlements_by_channel ON settlements (shown_as, created_at DESC, id DESC);
DROP INDEX settlements_of_merchant;
CREATE INDEX settlements_of_merchant ON settlements (merchant_id, created_at DESC, id DESC)
  INCLUDE (status, amount_cents, fee_cents, cut_off_at, completed_at);
-- By how many a name is shared decides whether a merchant's list is read from its newest row on or by the name.
ALTER INDEX redemptions_by_name ALTER COLUMN 2 SET STATISTICS 1000;
