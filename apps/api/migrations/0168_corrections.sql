-- When the gateway took the SMS of a gift: its buyer may correct the recipient for 24 hours from then on. The product gets no
-- delivery reports, so this is the earliest moment at which the recipient can have the code.
ALTER TABLE vouchers ADD COLUMN sms_sent_at timestamptz;
UPDATE vouchers SET sms_sent_at = announced_at WHERE announced_at IS NOT NULL AND recipient_msisdn IS NOT NULL;
GRANT UPDATE (sms_sent_at) ON vouchers TO zawadi_app;

CREATE OR REPLACE FUNCTION correct_recipient(
  in_cell smallint, voucher uuid, buyer uuid, new_name text, new_msisdn text, new_email text, sealed_code bytea,
  last_four text, sealed_token bytea, correction uuid
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET recipient_name = new_name, recipient_msisdn = new_msisdn, recipient_email = new_email,
    code_sealed = sealed_code, code_last_four = last_four, claim_token_sealed = sealed_token,
    corrections = corrections + 1, sms_sent_at = NULL
  WHERE cell = in_cell AND id = voucher AND buyer_id = buyer AND opened_at IS NULL AND closed_as IS NULL
    AND (sms_sent_at IS NULL OR sms_sent_at > moment() - interval '24 hours');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO voucher_activities (cell, voucher_id, id, kind, actor_kind, actor_id)
  VALUES (in_cell, voucher, correction, 'CORRECTED', 'consumer', buyer);
  RETURN true;
END $$;
