-- A cell is one of 256 parts into which the homes of money fall, by the last byte of their ids. On one PostgreSQL it is a
-- column more; a database that Citus spreads keeps each cell whole on one node. docs/adr/0024-cells.md has the reasons.
-- Each of these tables is written once from its beginning to its end, and locked meanwhile.

CREATE FUNCTION public.cell_of(home uuid) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN get_byte(uuid_send(home), 15);
-- Generated columns and triggers of every role use it.
GRANT EXECUTE ON FUNCTION public.cell_of(uuid) TO public;

-- The checks say what cell_of does without calling it: every INSERT would have to look its body up and put it in place.
-- Computed while the table is rewritten, so that nothing has to be updated, and an ordinary column from then on,
-- because Citus spreads tables by no other.
ALTER TABLE ledger.transfers ADD COLUMN cell smallint NOT NULL GENERATED ALWAYS AS (cell_of(home_id)) STORED,
  ADD CONSTRAINT transfers_cell_check CHECK (cell = get_byte(uuid_send(home_id), 15));
ALTER TABLE ledger.transfers ALTER COLUMN cell DROP EXPRESSION;
ALTER TABLE ledger.strict_balances ADD COLUMN cell smallint NOT NULL GENERATED ALWAYS AS (cell_of(home_id)) STORED,
  ADD CONSTRAINT strict_balances_cell_check CHECK (cell = get_byte(uuid_send(home_id), 15));
ALTER TABLE ledger.strict_balances ALTER COLUMN cell DROP EXPRESSION;
ALTER TABLE ledger.lazy_deltas ADD COLUMN cell smallint NOT NULL GENERATED ALWAYS AS (cell_of(home_id)) STORED,
  ADD CONSTRAINT lazy_deltas_cell_check CHECK (cell = get_byte(uuid_send(home_id), 15));
ALTER TABLE ledger.lazy_deltas ALTER COLUMN cell DROP EXPRESSION;

-- An account whose balance is not checked has a row for each cell, its bucket; one that is checked has a single row, in
-- the cell of its own id.
CREATE FUNCTION ledger.cell_of_balance(account text, bucket smallint, is_checked boolean) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN is_checked AND account LIKE '%:________-____-____-____-____________' THEN public.cell_of(right(account, 36)::uuid)
  ELSE bucket
END;
REVOKE ALL ON FUNCTION ledger.cell_of_balance FROM public;
ALTER TABLE ledger.lazy_balances
  ADD COLUMN cell smallint NOT NULL GENERATED ALWAYS AS (ledger.cell_of_balance(account, bucket, is_checked)) STORED,
  ADD CONSTRAINT lazy_balances_cell_check CHECK (cell = ledger.cell_of_balance(account, bucket, is_checked));
ALTER TABLE ledger.lazy_balances ALTER COLUMN cell DROP EXPRESSION;
ALTER TABLE ledger.lazy_balances DROP CONSTRAINT lazy_balances_bucket_check;
ALTER TABLE ledger.lazy_balances ADD CONSTRAINT lazy_balances_bucket_check CHECK (bucket BETWEEN 0 AND 255);

-- What no longer computes its cell says it; processes of the version before do not, and this does it for them.
CREATE FUNCTION public.fill_cell() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.cell := cell_of((to_jsonb(NEW) ->> TG_ARGV[0])::uuid);
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION public.fill_cell() FROM public;

DO $$
DECLARE
  relation regclass;
  home text;
BEGIN
  FOR relation, home IN
    VALUES
      ('vouchers'::regclass, 'id'), ('voucher_activities', 'voucher_id'), ('voucher_reminders', 'voucher_id'),
      ('redemptions', 'voucher_id'), ('holds', 'voucher_id'), ('claims', 'voucher_id'), ('idempotency_keys', 'home_id'),
      ('purchases', 'home_id'), ('provider_orders', 'home_id'), ('withdrawals', 'user_id'), ('refunds', 'home_id'),
      ('refund_states', 'home_id'), ('settlement_entries', 'home_id')
  LOOP
    EXECUTE format(
      'ALTER TABLE %1$s ADD COLUMN cell smallint NOT NULL GENERATED ALWAYS AS (cell_of(%2$I)) STORED, '
      'ADD CONSTRAINT %1$s_cell_check CHECK (cell = get_byte(uuid_send(%2$I), 15))', relation, home
    );
    EXECUTE format('ALTER TABLE %s ALTER COLUMN cell DROP EXPRESSION', relation);
    EXECUTE format(
      'CREATE TRIGGER fill_cell BEFORE INSERT ON %s FOR EACH ROW WHEN (NEW.cell IS NULL) EXECUTE FUNCTION fill_cell(%L)',
      relation, home
    );
  END LOOP;
END $$;

-- Where Citus spreads a table its parts have a number behind its name.
CREATE OR REPLACE FUNCTION public.check_state_transition() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state_before text := to_jsonb(OLD) ->> TG_ARGV[0];
  state_after text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
  IF state_before = state_after OR EXISTS (
    SELECT FROM state_transitions
    WHERE table_name = regexp_replace(TG_TABLE_NAME, '_\d+$', '') AND from_state = state_before AND to_state = state_after
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, state_before, state_after
    USING ERRCODE = 'check_violation';
END $$;
