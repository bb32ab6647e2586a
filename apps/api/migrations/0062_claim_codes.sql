-- A code that went to the number of a gift proves the number for the account that is made with it, as one that an account
-- has asked for does. Its subject is the voucher: there is no account yet.
ALTER TABLE one_time_codes
  DROP CONSTRAINT one_time_codes_purpose_check,
  ADD CONSTRAINT one_time_codes_purpose_check
    CHECK (purpose IN ('phone', 'password-reset', 'withdrawal', 'contact-email', 'claim'));

-- As before, but for the purpose. The number that waits has to be the one that the code went to.
CREATE OR REPLACE FUNCTION verify_phone(
  person uuid, msisdn text, right_code uuid,
  OUT own_email text, OUT own_language text, OUT is_change boolean, OUT former_email text, OUT former_language text
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM one_time_codes
  WHERE id = right_code AND target = msisdn
    AND (purpose = 'claim' OR (purpose = 'phone' AND subject_id = person));
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT EXISTS (
    SELECT FROM users WHERE id = person AND pending_phone_msisdn = msisdn AND status <> 'DELETED'
  ) THEN RETURN; END IF;
  UPDATE users SET phone_msisdn = NULL, phone_verified_at = NULL,
    pending_phone_msisdn = coalesce(pending_phone_msisdn, phone_msisdn)
  WHERE phone_msisdn = msisdn AND id <> person
  RETURNING email, language INTO former_email, former_language;
  UPDATE users SET phone_msisdn = pending_phone_msisdn, phone_verified_at = moment(), pending_phone_msisdn = NULL,
    phone_first_verified_at = coalesce(phone_first_verified_at, moment()),
    phone_changed_at = CASE
      WHEN phone_first_verified_at IS NULL AND pending_phone_msisdn = signup_phone_msisdn THEN phone_changed_at
      ELSE moment()
    END
  WHERE id = person
  RETURNING email, language, coalesce(phone_changed_at = moment(), false) INTO own_email, own_language, is_change;
END $$;
