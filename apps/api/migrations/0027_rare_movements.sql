-- What is rare among very many movements is found without looking at all of them: failed ones, and amounts that hardly
-- anybody paid. Of redemptions only large ones are ordered by their amount, because every till would pay for more.
CREATE INDEX purchases_failed ON purchases (pending_since DESC, id DESC) WHERE status = 'CANCELED';
CREATE INDEX withdrawals_failed ON withdrawals (pending_since DESC, id DESC) WHERE status = 'CANCELED';
CREATE INDEX purchases_by_amount ON purchases (amount_cents, pending_since DESC, id DESC)
  WHERE status <> 'REGISTERED';
CREATE INDEX redemptions_large ON redemptions (amount_cents, redeemed_at DESC, id DESC)
  WHERE amount_cents >= 1000000;

-- The indexes of the ends of numbers leave those without a number out, so nothing is known of them where they are one of
-- several ways to find somebody, and the list was read from its beginning instead.
CREATE STATISTICS users_phone_ends ON (reverse(phone_msisdn)) FROM users;
CREATE STATISTICS users_pending_phone_ends ON (reverse(pending_phone_msisdn)) FROM users;
