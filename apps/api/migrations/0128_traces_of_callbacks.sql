-- The trace of the order that a callback is about, kept with the address it comes to and with what came: looking it up in
-- provider_orders asked all nodes of a distributed database, of which one may be silent.
ALTER TABLE callback_tokens ADD COLUMN traceparent text;
ALTER TABLE provider_messages ADD COLUMN traceparent text;
