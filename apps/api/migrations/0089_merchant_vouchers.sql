-- Who of a merchant's staff made, sent again or voided a voucher of its own; null for its own system and for everyone else.
ALTER TABLE voucher_activities ADD COLUMN staff_id uuid;

-- What a merchant still has in vouchers of its own is read from those that are open.
CREATE INDEX vouchers_open_by_issuer ON vouchers (issuer_merchant_id, id)
  WHERE issuer_merchant_id IS NOT NULL AND closed_as IS NULL;

ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_events_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_events_check CHECK (
  events <@ ARRAY[
    'voucher.created', 'voucher.redeemed', 'voucher.voided', 'transaction.completed', 'settlement.processed',
    'payment.failed'
  ]
);
-- Those who want every event of before want this one, too.
UPDATE webhook_endpoints SET events = events || ARRAY['voucher.voided']
WHERE events @> ARRAY[
  'voucher.created', 'voucher.redeemed', 'transaction.completed', 'settlement.processed', 'payment.failed'
];
