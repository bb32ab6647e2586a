-- Which merchants have a program that listens to their events as they happen, in sandbox mode: a lease, so that one that
-- vanished is told nothing for long. The others cost each event one look.
CREATE TABLE event_streams (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  open_until timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON event_streams TO zawadi_app;
