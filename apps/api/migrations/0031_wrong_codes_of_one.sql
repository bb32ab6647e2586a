-- Who has to wait after too many unknown codes: a member of a merchant's staff, or the merchant itself for its API key,
-- so that a broken web shop stops no till. Read like `slowed_merchants`, which only processes of the version before read;
-- it goes with a later migration.
CREATE TABLE slowed_guessers (
  guesser uuid PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX slowed_guessers_now ON slowed_guessers (until);

GRANT SELECT, INSERT ON slowed_guessers TO zawadi_app;
GRANT UPDATE (until) ON slowed_guessers TO zawadi_app;
