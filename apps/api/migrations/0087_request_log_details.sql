-- What a call to the merchant API sent and got, masked and at most 2,000 bytes each, and with which key.
ALTER TABLE api_requests
  -- The merchant's id for its main key; null for calls from before this column.
  ADD COLUMN key_id uuid,
  ADD COLUMN idempotency_key text,
  ADD COLUMN sent text CHECK (octet_length(sent) <= 2000),
  ADD COLUMN answered text CHECK (octet_length(answered) <= 2000);
CREATE INDEX api_requests_by_key ON api_requests (merchant_id, key_id, at, id);
