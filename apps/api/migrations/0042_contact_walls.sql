-- Who a gift is for, and which number is whose, decide who gets money. The application changes them by these functions only.

-- Every change of a proven contact, whatever made it, in masks; for whoever has to find out what happened to an account.
CREATE TABLE user_contact_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  former text,
  present text,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX user_contact_history_of_user ON user_contact_history (user_id, id);

CREATE FUNCTION masked_email(email text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT left(email, 1) || '***@' || split_part(email, '@', 2)
$$;

-- An erased account keeps none.
CREATE FUNCTION note_contact() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'DELETED' THEN
    DELETE FROM user_contact_history WHERE user_id = NEW.id;
    RETURN NULL;
  END IF;
  IF NEW.email <> OLD.email THEN
    INSERT INTO user_contact_history (user_id, kind, former, present)
    VALUES (NEW.id, 'email', masked_email(OLD.email), masked_email(NEW.email));
  END IF;
  IF NEW.phone_msisdn IS DISTINCT FROM OLD.phone_msisdn THEN
    INSERT INTO user_contact_history (user_id, kind, former, present)
    VALUES (NEW.id, 'phone', masked_msisdn(OLD.phone_msisdn), masked_msisdn(NEW.phone_msisdn));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_note_contact AFTER UPDATE OF email, phone_msisdn ON users
  FOR EACH ROW EXECUTE FUNCTION note_contact();

-- Makes the waiting number the account's and uses up the code that went to it. Whoever had verified it before loses it;
-- there it waits to be verified again. All null when there is no such code, or another number waits by now.
CREATE FUNCTION verify_phone(
  person uuid, msisdn text, right_code uuid,
  OUT own_email text, OUT own_language text, OUT is_change boolean, OUT former_email text, OUT former_language text
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM one_time_codes
  WHERE id = right_code AND purpose = 'phone' AND subject_id = person AND target = msisdn;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT EXISTS (
    SELECT FROM users WHERE id = person AND pending_phone_msisdn = msisdn AND status <> 'DELETED'
  ) THEN RETURN; END IF;
  UPDATE users SET phone_msisdn = NULL, phone_verified_at = NULL,
    pending_phone_msisdn = coalesce(pending_phone_msisdn, phone_msisdn)
  WHERE phone_msisdn = msisdn AND id <> person
  RETURNING email, language INTO former_email, former_language;
  UPDATE users SET phone_msisdn = pending_phone_msisdn, phone_verified_at = now(), pending_phone_msisdn = NULL,
    phone_first_verified_at = coalesce(phone_first_verified_at, now()),
    phone_changed_at = CASE
      WHEN phone_first_verified_at IS NULL AND pending_phone_msisdn = signup_phone_msisdn THEN phone_changed_at
      ELSE now()
    END
  WHERE id = person
  RETURNING email, language, coalesce(phone_changed_at = now(), false) INTO own_email, own_language, is_change;
END $$;

-- As `restore_email`. A number that another account has verified meanwhile waits to be verified again.
CREATE FUNCTION restore_phone(change uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH own AS (
    SELECT c.*, c.former_verified_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM users u WHERE u.phone_msisdn = c.former AND u.id <> c.subject_id
    ) AS again
    FROM contact_changes c
    WHERE c.id = change AND c.audience = 'consumer' AND c.kind = 'phone' AND c.expires_at > now()
      AND c.taken_back_at IS NULL
  ), restored AS (
    UPDATE users u SET phone_msisdn = CASE WHEN own.again THEN own.former END,
      phone_verified_at = CASE WHEN own.again THEN own.former_verified_at END,
      pending_phone_msisdn = CASE WHEN NOT own.again THEN nullif(own.former, '') END,
      phone_changed_at = own.former_changed_at
    FROM own WHERE u.id = own.subject_id AND u.status <> 'DELETED'
    RETURNING u.id
  )
  SELECT EXISTS (SELECT FROM restored)
$$;

-- Of an account whose address was never proven. False when it was, and nothing has changed.
CREATE FUNCTION drop_unproven_contacts(person uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH dropped AS (
    UPDATE users SET email_verified_at = now(), pending_email = NULL, phone_msisdn = NULL, phone_verified_at = NULL,
      pending_phone_msisdn = NULL
    WHERE id = person AND email_verified_at IS NULL
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM dropped)
$$;

-- Gives a gift that its recipient has not opened another one, with other secrets, at the wish of its buyer, and writes the
-- activity. False when it may not be corrected any more.
CREATE FUNCTION correct_recipient(
  voucher uuid, buyer uuid, new_name text, new_msisdn text, new_email text, sealed_code bytea, last_four text,
  sealed_token bytea, correction uuid
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE vouchers SET recipient_name = new_name, recipient_msisdn = new_msisdn, recipient_email = new_email,
    code_sealed = sealed_code, code_last_four = last_four, claim_token_sealed = sealed_token,
    corrections = corrections + 1
  WHERE id = voucher AND buyer_id = buyer AND opened_at IS NULL AND closed_as IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO voucher_activities (voucher_id, id, kind, actor_kind, actor_id)
  VALUES (voucher, correction, 'CORRECTED', 'consumer', buyer);
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION
  masked_email(text),
  note_contact(),
  verify_phone(uuid, text, uuid),
  restore_phone(uuid),
  drop_unproven_contacts(uuid),
  correct_recipient(uuid, uuid, text, text, text, bytea, text, bytea, uuid)
FROM public;
GRANT EXECUTE ON FUNCTION
  verify_phone(uuid, text, uuid),
  restore_phone(uuid),
  drop_unproven_contacts(uuid),
  correct_recipient(uuid, uuid, text, text, text, bytea, text, bytea, uuid)
TO zawadi_app;

REVOKE INSERT ON users FROM zawadi_app;
GRANT INSERT (
  id, first_name, last_name, email, pending_phone_msisdn, signup_phone_msisdn, password_hash, language
) ON users TO zawadi_app;
REVOKE UPDATE (phone_msisdn, phone_verified_at, phone_first_verified_at, phone_changed_at) ON users FROM zawadi_app;
REVOKE UPDATE (
  recipient_name, recipient_msisdn, recipient_email, code_sealed, code_last_four, claim_token_sealed, corrections
) ON vouchers FROM zawadi_app;
