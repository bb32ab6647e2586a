-- A merchant has several webhook addresses, each with its events, its secret and its failures. The first of a merchant has the
-- merchant's own id. Processes of the version before know only that one, under the name of before.
ALTER TABLE webhook_endpoints RENAME TO webhook_addresses;
ALTER TABLE webhook_addresses RENAME CONSTRAINT webhook_endpoints_events_check TO webhook_addresses_events_check;

ALTER TABLE webhook_addresses
  ADD COLUMN id uuid,
  ADD COLUMN description text NOT NULL DEFAULT '' CHECK (length(description) <= 60),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT moment(),
  -- Nothing is sent there before. In place of held_until, which the version before goes by.
  ADD COLUMN resumes_at timestamptz NOT NULL DEFAULT moment();
UPDATE webhook_addresses SET id = merchant_id, created_at = updated_at, resumes_at = held_until;
ALTER TABLE webhook_addresses DROP CONSTRAINT webhook_endpoints_pkey;
ALTER TABLE webhook_addresses ADD PRIMARY KEY (id);
CREATE INDEX webhook_addresses_by_merchant ON webhook_addresses (merchant_id, created_at);

GRANT UPDATE (description, resumes_at) ON webhook_addresses TO zawadi_app;
GRANT DELETE ON webhook_addresses TO zawadi_app;

CREATE FUNCTION name_first_webhook_address() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.id := coalesce(NEW.id, NEW.merchant_id);
  RETURN NEW;
END $$;
CREATE TRIGGER name_first_webhook_address BEFORE INSERT ON webhook_addresses
  FOR EACH ROW EXECUTE FUNCTION name_first_webhook_address();

-- What processes of the version before read and write: the first address of each merchant.
CREATE VIEW webhook_endpoints AS
  SELECT merchant_id, url, events, secret, secret_made_at, old_secret, old_secret_until, failures, failing_since,
    held_until, warned_at, switched_off_at, switched_off_reason, updated_at
  FROM webhook_addresses WHERE id = merchant_id;
GRANT SELECT, INSERT ON webhook_endpoints TO zawadi_app;
GRANT UPDATE (
  url, events, secret, secret_made_at, old_secret, old_secret_until, failures, failing_since, held_until, warned_at,
  switched_off_at, switched_off_reason, updated_at
) ON webhook_endpoints TO zawadi_app;

-- One delivery for each address that wants the event. The delivery to the first address has the id of the event. No foreign
-- key, for the reason there was none to the merchant, and as a delivery outlives its address in the log.
ALTER TABLE webhook_deliveries ADD COLUMN event_id uuid, ADD COLUMN address_id uuid;

CREATE FUNCTION name_webhook_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.event_id := coalesce(NEW.event_id, NEW.id);
  NEW.address_id := coalesce(NEW.address_id, NEW.merchant_id);
  RETURN NEW;
END $$;
CREATE TRIGGER name_webhook_event BEFORE INSERT ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION name_webhook_event();
