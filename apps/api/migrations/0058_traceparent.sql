-- The trace in which an order to M-PESA, or an event for a merchant's system, came about (W3C Trace Context): what follows
-- later, in another process, goes on in it. Null while nothing is traced.
ALTER TABLE provider_orders ADD COLUMN traceparent text;
ALTER TABLE webhook_deliveries ADD COLUMN traceparent text;
