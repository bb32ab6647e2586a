-- Invoices to merchants for their settlement fees, one for each merchant and month.
-- docs/adr/0022-fees-include-vat-and-the-ledger-has-no-vat-account.md explains the shape.

-- One row: the number of the latest invoice. Its lock makes one at a time, and a transaction that fails gives its number back,
-- so that there is never a gap.
CREATE TABLE invoice_numbers (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  latest integer NOT NULL DEFAULT 0 CHECK (latest >= 0)
);
INSERT INTO invoice_numbers DEFAULT VALUES;

CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  number integer NOT NULL CONSTRAINT invoices_number_is_unique UNIQUE CHECK (number > 0),
  merchant_id uuid NOT NULL REFERENCES merchants,
  -- Its first day.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  issued_at timestamptz NOT NULL DEFAULT moment(),
  -- All fees with VAT, and how much of them is VAT.
  fee_cents bigint NOT NULL CHECK (fee_cents > 0),
  vat_cents bigint NOT NULL CHECK (vat_cents >= 0 AND vat_cents < fee_cents),
  -- Seller, buyer, lines and rates as they were when it was issued.
  content jsonb NOT NULL,
  etims_number text CONSTRAINT invoices_etims_number_is_unique UNIQUE CHECK (length(etims_number) BETWEEN 3 AND 60),
  etims_entered_at timestamptz,
  CONSTRAINT invoices_one_for_each_month UNIQUE (merchant_id, month),
  CHECK ((etims_number IS NULL) = (etims_entered_at IS NULL))
);
CREATE INDEX invoices_by_month ON invoices (month, number DESC);

-- Months of which every merchant with fees has its invoice.
CREATE TABLE invoiced_months (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  at timestamptz NOT NULL DEFAULT moment()
);

-- What a merchant wants on its invoices beside its name. Empty for what it has not given.
CREATE TABLE invoice_buyers (
  merchant_id uuid PRIMARY KEY REFERENCES merchants,
  kra_pin text NOT NULL CHECK (kra_pin ~ '^([AP][0-9]{9}[A-Z])?$'),
  address text NOT NULL CHECK (length(address) <= 200),
  changed_at timestamptz NOT NULL DEFAULT moment()
);

-- The number of the new invoice; null when this merchant has one for the month already.
CREATE FUNCTION issue_invoice(
  invoice uuid, merchant uuid, of_month date, fee bigint, vat bigint, said jsonb
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  new_number integer;
BEGIN
  SELECT latest + 1 INTO STRICT new_number FROM invoice_numbers FOR UPDATE;
  -- Read by a statement of its own, whose snapshot begins after the lock is held.
  IF EXISTS (SELECT FROM invoices WHERE merchant_id = merchant AND month = of_month) THEN
    RETURN NULL;
  END IF;
  INSERT INTO invoices (id, number, merchant_id, month, fee_cents, vat_cents, content)
  VALUES (invoice, new_number, merchant, of_month, fee, vat, said);
  UPDATE invoice_numbers SET latest = new_number;
  RETURN new_number;
END $$;
REVOKE ALL ON FUNCTION issue_invoice(uuid, uuid, date, bigint, bigint, jsonb) FROM public;
GRANT EXECUTE ON FUNCTION issue_invoice(uuid, uuid, date, bigint, bigint, jsonb) TO zawadi_app;

GRANT SELECT ON invoices TO zawadi_app;
GRANT UPDATE (etims_number, etims_entered_at) ON invoices TO zawadi_app;
GRANT SELECT, INSERT ON invoiced_months TO zawadi_app;
GRANT SELECT, INSERT ON invoice_buyers TO zawadi_app;
GRANT UPDATE (kra_pin, address, changed_at) ON invoice_buyers TO zawadi_app;
