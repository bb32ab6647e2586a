-- The double-entry ledger. docs/ledger.md explains it; docs/adr/0002 to 0004 say why it is like this.
-- Everything here belongs to the migrating role. The application (zawadi_app) may read the tables and call
-- the functions granted at the end; the functions run with the owner's rights and trust no argument.

CREATE SCHEMA ledger;

-- 'word:word' names one account for the whole system, 'word:{uuid}' one of many.
CREATE DOMAIN ledger.account_code AS text COLLATE "C" CHECK (
  length(VALUE) <= 100
  AND VALUE ~ '^[a-z][a-z0-9-]*(:[a-z][a-z0-9-]*)*(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$'
);

-- What an account code may be, and how it behaves. Filled by the product's own migrations.
CREATE TABLE ledger.account_kinds (
  kind ledger.account_code PRIMARY KEY,
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
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_.:-]{0,63}$'),
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

-- One leg per element: accounts[i] on homes[i] is debited or credited (sides[i]) by amounts[i].
-- Raises on an account that no kind allows.
CREATE FUNCTION ledger.legs_of(
  positions integer[], homes uuid[], accounts text[], sides text[], amounts bigint[]
) RETURNS ledger.leg[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  legs ledger.leg[];
  stranger text;
BEGIN
  SELECT
    array_agg(ROW(g.position, g.home_id, g.account, k.side, k.mode, k.is_checked,
      CASE WHEN k.side = g.side THEN g.amount_cents ELSE -g.amount_cents END)::ledger.leg),
    min(format('%s on home %s', g.account, g.home_id)) FILTER (WHERE k.kind IS NULL OR g.home_id IS NULL)
  INTO legs, stranger
  FROM unnest(positions, homes, accounts, sides, amounts) AS g (position, home_id, account, side, amount_cents)
  LEFT JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(g.account) AND CASE k.members
    WHEN 'one' THEN g.account = k.kind
    WHEN 'many' THEN g.account <> k.kind
    WHEN 'homes' THEN g.account = k.kind || ':' || g.home_id
  END;
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'no account kind allows %', stranger USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN coalesce(legs, '{}');
END $$;

-- Both legs of every transfer.
CREATE FUNCTION ledger.legs_of_transfers(homes uuid[], debits text[], credits text[], amounts bigint[])
RETURNS ledger.leg[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  size integer := cardinality(homes);
  positions integer[] := ARRAY(SELECT generate_series(1, size));
BEGIN
  RETURN ledger.legs_of(
    positions || positions,
    homes || homes,
    debits || credits,
    array_fill('debit'::text, ARRAY[size]) || array_fill('credit'::text, ARRAY[size]),
    amounts || amounts
  );
END $$;

-- Hash and merge joins are off, here and below, because a plan that was cached while the tables were small
-- would go on reading them whole when they are large.

-- Adds the deltas of these balance rows, which the caller has locked, and forgets them. Not a watermark:
-- a delta that commits late is simply found by a later fold.
CREATE FUNCTION ledger.fold_into(accounts text[], buckets smallint[]) RETURNS bigint LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  folded bigint;
BEGIN
  WITH taken AS (
    DELETE FROM ledger.lazy_deltas d
    USING unnest(accounts, buckets) AS t (account, bucket)
    WHERE d.account = t.account AND d.bucket = t.bucket
    RETURNING d.account, d.bucket, d.change_cents
  ), total AS (
    SELECT account, bucket, sum(change_cents)::bigint AS change_cents, count(*) AS deltas
    FROM taken GROUP BY account, bucket
  ), added AS (
    UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + t.change_cents
    FROM total t WHERE b.account = t.account AND b.bucket = t.bucket
    RETURNING t.deltas
  )
  SELECT coalesce(sum(deltas), 0) INTO folded FROM added;
  RETURN folded;
END $$;

-- Folds every delta it sees; balance rows that somebody else holds are left for the next time.
CREATE FUNCTION ledger.fold() RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  accounts text[];
  buckets smallint[];
BEGIN
  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents)
  SELECT d.account, d.bucket, k.is_checked, 0
  FROM (SELECT DISTINCT account, bucket FROM ledger.lazy_deltas) d
  JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(d.account)
  WHERE NOT EXISTS (
    SELECT FROM ledger.lazy_balances b WHERE b.account = d.account AND b.bucket = d.bucket
  )
  ORDER BY d.account, d.bucket
  ON CONFLICT DO NOTHING;

  WITH locked AS (
    SELECT b.account, b.bucket FROM ledger.lazy_balances b
    WHERE EXISTS (SELECT FROM ledger.lazy_deltas d WHERE d.account = b.account AND d.bucket = b.bucket)
    FOR UPDATE SKIP LOCKED
  )
  SELECT array_agg(account), array_agg(bucket) INTO accounts, buckets FROM locked;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  RETURN ledger.fold_into(accounts, buckets);
END $$;

-- Locks strict balances by home and code, in one order for everybody, after opening those that grow.
-- A row that somebody else holds comes back without its balance (skips_busy) or is waited for.
CREATE FUNCTION ledger.lock_strict_balances(legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  locked ledger.balance[];
BEGIN
  INSERT INTO ledger.strict_balances (home_id, account, balance_cents)
  SELECT DISTINCT l.home_id, l.account, 0
  FROM unnest(legs) l
  WHERE l.mode = 'strict' AND l.change_cents > 0 AND NOT EXISTS (
    SELECT FROM ledger.strict_balances b WHERE b.home_id = l.home_id AND b.account = l.account
  )
  ORDER BY l.home_id, l.account
  ON CONFLICT DO NOTHING;

  IF NOT skips_busy THEN
    RETURN QUERY
      SELECT b.home_id, b.account, b.balance_cents
      FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
      JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
      ORDER BY b.home_id, b.account
      FOR UPDATE OF b;
    RETURN;
  END IF;

  locked := ARRAY(
    SELECT ROW(b.home_id, b.account, b.balance_cents)::ledger.balance
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    ORDER BY b.home_id, b.account
    FOR UPDATE OF b SKIP LOCKED
  );
  RETURN QUERY SELECT * FROM unnest(locked);
  RETURN QUERY
    SELECT b.home_id, b.account, NULL::bigint
    FROM (SELECT DISTINCT l.home_id, l.account FROM unnest(legs) l WHERE l.mode = 'strict') w
    JOIN ledger.strict_balances b ON b.home_id = w.home_id AND b.account = w.account
    WHERE NOT EXISTS (SELECT FROM unnest(locked) x WHERE x.home_id = w.home_id AND x.account = w.account);
END $$;

-- Locks the checked lazy balances that shrink, by code, and folds their deltas so that all of it can be spent.
-- What commits after the fold is missed: the balance can only be too low.
CREATE FUNCTION ledger.lock_checked_balances(legs ledger.leg[], skips_busy boolean)
RETURNS SETOF ledger.balance LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wanted text[] := ARRAY(
    SELECT DISTINCT l.account FROM unnest(legs) l
    WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0
    ORDER BY l.account
  );
  locked text[];
BEGIN
  IF cardinality(wanted) = 0 THEN RETURN; END IF;

  INSERT INTO ledger.lazy_balances (account, bucket, is_checked, balance_cents)
  SELECT w.account, 0, true, 0
  FROM unnest(wanted) AS w (account)
  WHERE NOT EXISTS (SELECT FROM ledger.lazy_balances b WHERE b.account = w.account AND b.bucket = 0)
  ORDER BY w.account COLLATE "C"
  ON CONFLICT DO NOTHING;

  IF skips_busy THEN
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0
      ORDER BY b.account FOR UPDATE SKIP LOCKED
    );
  ELSE
    locked := ARRAY(
      SELECT b.account FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0
      ORDER BY b.account FOR UPDATE
    );
  END IF;
  -- The deltas are read by this next statement, whose snapshot begins after the locks are held.
  PERFORM ledger.fold_into(locked, array_fill(0::smallint, ARRAY[cardinality(locked)]));
  RETURN QUERY
    SELECT NULL::uuid, b.account, CASE WHEN b.account = ANY (locked) THEN b.balance_cents END
    FROM ledger.lazy_balances b WHERE b.account = ANY (wanted) AND b.bucket = 0;
END $$;

-- First round trip of a post: locks what the transfers need, then reads which of them are already there.
-- Cents travel as text, because JSON numbers lose digits.
CREATE FUNCTION ledger.lock_transfers(
  homes uuid[], ids uuid[], debits text[], credits text[], skips_busy boolean,
  OUT kinds json, OUT balances json, OUT existing json
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of_transfers(
    homes, debits, credits, array_fill(1::bigint, ARRAY[cardinality(homes)])
  );
BEGIN
  SELECT json_agg(json_build_object('account', k.account, 'side', k.side, 'mode', k.mode))
  INTO kinds
  FROM (SELECT DISTINCT l.account, l.side, l.mode FROM unnest(legs) l) k;

  SELECT json_agg(json_build_object('homeId', b.home_id, 'account', b.account, 'cents', b.balance_cents::text))
  INTO balances
  FROM (
    SELECT * FROM ledger.lock_strict_balances(legs, skips_busy)
    UNION ALL
    SELECT * FROM ledger.lock_checked_balances(legs, skips_busy)
  ) b;

  SELECT json_agg(json_build_object(
    'homeId', t.home_id, 'id', t.id, 'debit', t.debit, 'credit', t.credit, 'kind', t.kind,
    'amountCents', t.amount_cents::text,
    'debitBalanceAfterCents', t.debit_balance_after_cents::text,
    'creditBalanceAfterCents', t.credit_balance_after_cents::text
  ))
  INTO existing
  FROM unnest(homes, ids) AS w (home_id, id)
  JOIN ledger.transfers t ON t.home_id = w.home_id AND t.id = w.id;
END $$;

-- Locks strict and checked balances for the rest of the transaction. An account never opened has no row.
CREATE FUNCTION ledger.lock_balances(homes uuid[], accounts text[])
RETURNS SETOF ledger.balance LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of(
    NULL, homes, accounts, NULL, array_fill(1::bigint, ARRAY[cardinality(homes)])
  );
BEGIN
  RETURN QUERY SELECT * FROM ledger.lock_strict_balances(legs, false);
  RETURN QUERY SELECT * FROM ledger.lock_checked_balances(legs, false);
END $$;

-- Changes the rows that transfers change directly: strict ones, and checked lazy ones that shrink.
-- Returns the strict ones as they are afterwards.
CREATE FUNCTION ledger.change_balances(legs ledger.leg[]) RETURNS SETOF ledger.balance LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  wanted bigint;
  changed bigint;
BEGIN
  RETURN QUERY
    UPDATE ledger.strict_balances b SET balance_cents = b.balance_cents + c.change_cents
    FROM (
      SELECT l.home_id, l.account, sum(l.change_cents)::bigint AS change_cents
      FROM unnest(legs) l WHERE l.mode = 'strict' GROUP BY l.home_id, l.account
    ) c
    WHERE b.home_id = c.home_id AND b.account = c.account
    RETURNING b.home_id, b.account, b.balance_cents;
  GET DIAGNOSTICS changed = ROW_COUNT;
  SELECT count(DISTINCT (l.home_id, l.account)) INTO wanted FROM unnest(legs) l WHERE l.mode = 'strict';
  IF changed <> wanted THEN
    RAISE EXCEPTION 'a strict account is not open' USING ERRCODE = 'check_violation';
  END IF;

  IF NOT EXISTS (
    SELECT FROM unnest(legs) l WHERE l.mode = 'lazy' AND l.is_checked AND l.change_cents < 0
  ) THEN RETURN; END IF;
  WITH shrinking AS (
    SELECT l.account, sum(l.change_cents)::bigint AS change_cents
    FROM unnest(legs) l WHERE l.mode = 'lazy' AND l.is_checked
    GROUP BY l.account HAVING bool_or(l.change_cents < 0)
  ), updated AS (
    UPDATE ledger.lazy_balances b SET balance_cents = b.balance_cents + s.change_cents
    FROM shrinking s WHERE b.account = s.account AND b.bucket = 0
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM shrinking), (SELECT count(*) FROM updated) INTO wanted, changed;
  IF changed <> wanted THEN
    RAISE EXCEPTION 'a checked account is empty' USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Second round trip of a post: writes the transfers and everything that follows from them, or raises.
-- Balances are computed here from the transfers; nothing is taken from the caller but the transfers themselves.
CREATE FUNCTION ledger.apply_transfers(
  homes uuid[], ids uuid[], debits text[], credits text[], amounts bigint[], kinds text[], refs text[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  legs ledger.leg[] := ledger.legs_of_transfers(homes, debits, credits, amounts);
  instant timestamptz := clock_timestamp();
  posted bigint;
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT * FROM ledger.change_balances(legs)
  ), after AS MATERIALIZED (
    SELECT l.position, l.account, c.balance_cents - coalesce(sum(l.change_cents) OVER later, 0) AS balance_cents
    FROM unnest(legs) l
    JOIN changed c ON c.home_id = l.home_id AND c.account = l.account
    WHERE l.mode = 'strict'
    WINDOW later AS (
      PARTITION BY l.home_id, l.account ORDER BY l.position ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING
    )
  )
  INSERT INTO ledger.transfers (
    home_id, id, debit, credit, amount_cents, kind, reference,
    debit_balance_after_cents, credit_balance_after_cents, posted_at, position
  )
  SELECT t.home_id, t.id, t.debit, t.credit, t.amount_cents, t.kind, t.reference,
    d.balance_cents, c.balance_cents, instant, t.position
  FROM unnest(homes, ids, debits, credits, amounts, kinds, refs) WITH ORDINALITY
    AS t (home_id, id, debit, credit, amount_cents, kind, reference, position)
  LEFT JOIN after d ON d.position = t.position AND d.account = t.debit
  LEFT JOIN after c ON c.position = t.position AND c.account = t.credit
  ORDER BY t.home_id, t.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS posted = ROW_COUNT;
  -- Somebody posted one of these ids after our first round trip; run again, the caller will find it there.
  IF posted <> cardinality(homes) THEN
    RAISE EXCEPTION 'a transfer of this batch was posted meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  INSERT INTO ledger.lazy_deltas (account, bucket, home_id, change_cents)
  SELECT c.account, ledger.bucket_of(c.homes[1], c.is_checked), c.homes[1], c.change_cents
  FROM (
    SELECT l.account, l.is_checked, sum(l.change_cents)::bigint AS change_cents, array_agg(l.home_id) AS homes
    FROM unnest(legs) l WHERE l.mode = 'lazy'
    GROUP BY l.account, l.is_checked
    HAVING sum(l.change_cents) <> 0 AND NOT (l.is_checked AND bool_or(l.change_cents < 0))
  ) c;
END $$;

-- Balances for display, all at one moment and without a lock.
CREATE FUNCTION ledger.read_balances(homes uuid[], accounts text[])
RETURNS TABLE (account text, cents bigint) LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  stranger text;
BEGIN
  SELECT min(w.account) INTO stranger
  FROM unnest(homes, accounts) AS w (home_id, account)
  LEFT JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(w.account)
  WHERE k.kind IS NULL OR (k.mode = 'strict' AND k.members <> 'homes' AND w.home_id IS NULL);
  IF stranger IS NOT NULL THEN
    RAISE EXCEPTION 'no account kind allows %, or its home must be named', stranger
      USING ERRCODE = 'invalid_parameter_value';
  END IF;

  RETURN QUERY
    SELECT w.account, CASE k.mode
      WHEN 'strict' THEN coalesce((
        SELECT b.balance_cents FROM ledger.strict_balances b
        WHERE b.account = w.account
          AND b.home_id = CASE k.members WHEN 'homes' THEN right(w.account, 36)::uuid ELSE w.home_id END
      ), 0)
      ELSE (
        coalesce((SELECT sum(b.balance_cents) FROM ledger.lazy_balances b WHERE b.account = w.account), 0)
        + coalesce((SELECT sum(d.change_cents) FROM ledger.lazy_deltas d WHERE d.account = w.account), 0)
      )::bigint
    END
    FROM unnest(homes, accounts) AS w (home_id, account)
    JOIN ledger.account_kinds k ON k.kind = ledger.kind_of(w.account);
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT USAGE ON SCHEMA ledger TO zawadi_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO zawadi_app;
GRANT EXECUTE ON FUNCTION
  ledger.kind_of,
  ledger.read_balances,
  ledger.lock_balances,
  ledger.lock_transfers,
  ledger.apply_transfers,
  ledger.fold
TO zawadi_app;
