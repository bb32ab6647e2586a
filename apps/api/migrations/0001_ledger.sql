-- The double-entry ledger. docs/ledger.md explains it; docs/adr/0002 to 0004 say why it is like this.
-- Everything here belongs to the migrating role. The application (zawadi_app) may read the tables and call
-- the functions that the next two files grant; those run with the owner's rights and trust no argument.

CREATE SCHEMA ledger;

-- 'word:word' names one account for the whole system, 'word:{uuid}' one of many. What may be written is checked
-- once, against the kinds, by ledger.legs_of: a pattern here would be matched six times for every transfer.
CREATE DOMAIN ledger.account_code AS text COLLATE "C";

-- What an account code may be, and how it behaves. Filled by the product's own migrations.
CREATE TABLE ledger.account_kinds (
  kind ledger.account_code PRIMARY KEY CHECK (kind ~ '^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)*$'),
  -- The side that makes the balance grow; balances are kept in that sign.
  side text NOT NULL CHECK (side IN ('debit', 'credit')),
  -- strict: one balance row, locked by every transfer. lazy: growth is appended and folded in later.
  mode text NOT NULL CHECK (mode IN ('strict', 'lazy')),
  -- A checked balance never goes below zero.
  is_checked boolean NOT NULL CHECK (is_checked OR mode = 'lazy'),
  -- one: the code is the kind. many: 'kind:{uuid}'. homes: 'kind:{uuid of its own home}'.
  members text NOT NULL CHECK (members IN ('one', 'many', 'homes'))
);

-- One row is one transfer, so an unbalanced one cannot be written down.
CREATE TABLE ledger.transfers (
  home_id uuid NOT NULL,
  id uuid NOT NULL,
  debit ledger.account_code NOT NULL,
  credit ledger.account_code NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 1 AND 1000000000000000),
  kind text NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  reference text CHECK (length(reference) BETWEEN 1 AND 200),
  -- Known for strict accounts only.
  debit_balance_after_cents bigint CHECK (debit_balance_after_cents >= 0),
  credit_balance_after_cents bigint CHECK (credit_balance_after_cents >= 0),
  posted_at timestamptz NOT NULL,
  -- Orders the transfers that one call wrote at the same instant.
  position integer NOT NULL,
  PRIMARY KEY (home_id, id),
  CHECK (debit <> credit)
);
CREATE INDEX transfers_by_debit ON ledger.transfers (debit, posted_at, position, id);
CREATE INDEX transfers_by_credit ON ledger.transfers (credit, posted_at, position, id);

CREATE TABLE ledger.strict_balances (
  home_id uuid NOT NULL,
  account ledger.account_code NOT NULL,
  balance_cents bigint NOT NULL CHECK (balance_cents >= 0),
  PRIMARY KEY (home_id, account)
) WITH (fillfactor = 80);

-- Unchecked accounts are spread over 64 rows by home, so that no row is shared by every shard.
-- A checked account has a single row: the constraint could not see a sum.
CREATE TABLE ledger.lazy_balances (
  account ledger.account_code NOT NULL,
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 63),
  is_checked boolean NOT NULL,
  balance_cents bigint NOT NULL,
  PRIMARY KEY (account, bucket),
  CHECK (NOT is_checked OR (bucket = 0 AND balance_cents >= 0))
) WITH (fillfactor = 50);

-- What a batch of transfers did to one lazy account, until a fold adds it to the balance row.
-- The account leads the key because a fold and a balance look for nothing else.
CREATE TABLE ledger.lazy_deltas (
  account ledger.account_code NOT NULL,
  bucket smallint NOT NULL,
  home_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  change_cents bigint NOT NULL CHECK (change_cents <> 0),
  PRIMARY KEY (account, bucket, home_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- One side of one transfer: what it does to its account, in the account's own sign.
CREATE TYPE ledger.leg AS (
  position integer,
  home_id uuid,
  account ledger.account_code,
  side text,
  mode text,
  is_checked boolean,
  change_cents bigint
);

CREATE TYPE ledger.balance AS (home_id uuid, account ledger.account_code, balance_cents bigint);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.transfers is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER transfers_are_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE FUNCTION ledger.kind_of(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN account LIKE '%:________-____-____-____-____________' THEN left(account, -37) ELSE account END;

CREATE FUNCTION ledger.bucket_of(home_id uuid, is_checked boolean) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN is_checked THEN 0 ELSE get_byte(uuid_send(home_id), 15) & 63 END;

GRANT USAGE ON SCHEMA ledger TO zawadi_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO zawadi_app;
