-- What became of a transaction whose COMMIT got no answer. Each transaction that wrote anything adds its id as its last
-- statement; whoever lost the answer adds the same id marked `is_abandoned`. The unique key makes the two meet: the second
-- waits until the first is committed or rolled back, and exactly one of them is there afterwards.
-- pg_xact_status() alone can't tell it: after a crash a number that was never flushed is given to another transaction.
CREATE TABLE transaction_outcomes (
  id uuid PRIMARY KEY,
  is_abandoned boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT ON transaction_outcomes TO zawadi_app;

-- Nothing asks after ten minutes; a day is kept for people.
CREATE FUNCTION forget_transaction_outcomes() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM transaction_outcomes WHERE at < clock_timestamp() - interval '1 day'
$$;
REVOKE ALL ON FUNCTION forget_transaction_outcomes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_transaction_outcomes() TO zawadi_app;
