-- The short code that an order left from. Another one is another organisation at M-PESA, which would pay the same id again.
-- Orders of before left from the only one there was, which collects: they have none.
ALTER TABLE provider_orders ADD COLUMN sent_from text;
GRANT UPDATE (sent_from) ON provider_orders TO zawadi_app;
