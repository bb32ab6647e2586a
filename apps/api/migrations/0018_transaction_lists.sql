-- What the administrators' list of all movements of money is read by: newest first, by an id alone, and by anything
-- that somebody on the phone might read out.

CREATE INDEX purchases_newest ON purchases (pending_since DESC, id DESC) WHERE status <> 'REGISTERED';
CREATE INDEX purchases_by_payer ON purchases (payer_msisdn, pending_since DESC);
CREATE INDEX purchase_attempts_by_id ON purchase_attempts (id);
CREATE INDEX withdrawals_newest ON withdrawals (pending_since DESC, id DESC) WHERE status <> 'REGISTERED';
CREATE INDEX withdrawals_by_number ON withdrawals (msisdn, pending_since DESC);
CREATE INDEX redemptions_newest ON redemptions (redeemed_at DESC, id DESC);
CREATE INDEX redemptions_by_id ON redemptions (id);
CREATE INDEX claims_newest ON claims (claimed_at DESC, id DESC);
CREATE INDEX claims_by_id ON claims (id);
CREATE INDEX settlements_by_id ON settlements (id);
CREATE INDEX settlement_attempts_by_id ON settlement_attempts (id);
CREATE INDEX vouchers_by_recipient_name ON vouchers USING gin (lower(recipient_name) extensions.gin_trgm_ops);
CREATE INDEX merchants_by_name_part ON merchants USING gin (lower(business_name) extensions.gin_trgm_ops);
CREATE INDEX users_by_name_part ON users
  USING gin (lower(first_name || ' ' || last_name) extensions.gin_trgm_ops);
