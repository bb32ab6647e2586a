-- A batch of redemptions writes in its cell and on the coordinator, and has to be committed on both: on Citus it notes an
-- outcome as other transactions do, in a table that Citus knows, so that it commits in two phases.
CREATE FUNCTION note_outcome(outcome uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO transaction_outcomes (id, is_abandoned) VALUES (outcome, false);
END $$;

REVOKE ALL ON FUNCTION note_outcome(uuid) FROM public;
GRANT EXECUTE ON FUNCTION note_outcome(uuid) TO zawadi_app;

-- That a voucher is replaced once only, which a key of vouchers says in its cell only once they are distributed.
COMMENT ON TABLE unique_names IS
  'One row per globally unique name: purchase, withdrawal, bill_reference, checkout_request, receipt, voucher_code, former_voucher_code, claim_token, replaced_voucher.';
