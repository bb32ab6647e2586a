-- SMS and mails that people caused whom we do not know yet, for each day, recipient and network: what they cost has a limit.
CREATE TABLE stranger_messages (
  day date NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'email')),
  counted_by text NOT NULL CHECK (counted_by IN ('recipient', 'network')),
  -- A keyed hash: of a number, a mailbox or a network.
  name bytea NOT NULL CHECK (octet_length(name) = 32),
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, channel, counted_by, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON stranger_messages TO zawadi_app;
