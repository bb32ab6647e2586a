-- Deliveries of before have the address and the event that they always had. Apart from the columns' own migration, whose lock
-- would stop every event meanwhile.
UPDATE webhook_deliveries SET event_id = id, address_id = merchant_id WHERE event_id IS NULL;

-- An event comes to an address once.
CREATE UNIQUE INDEX webhook_deliveries_by_event ON webhook_deliveries (merchant_id, event_id, address_id);
-- As webhook_deliveries_due and webhook_deliveries_leased, which the version before reads: one address delays no other.
CREATE INDEX webhook_deliveries_due_by_address ON webhook_deliveries (address_id, next_try_at, id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_leased_by_address ON webhook_deliveries (address_id, lease_until) WHERE lease_token IS NOT NULL;
-- All that happened with one voucher.
CREATE INDEX webhook_deliveries_by_voucher ON webhook_deliveries (merchant_id, (data ->> 'voucher_id'), created_at, id);

ALTER TABLE webhook_deliveries ALTER COLUMN event_id SET NOT NULL, ALTER COLUMN address_id SET NOT NULL;
