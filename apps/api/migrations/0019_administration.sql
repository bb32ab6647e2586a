-- What administrators do: to accounts of consumers, to each other's, and to what merchants are owed.

-- Consumers are found by the beginning of a name or an address, and by a number or its end.
CREATE INDEX users_newest ON users (created_at DESC, id DESC);
CREATE INDEX users_by_first_name ON users (lower(first_name) text_pattern_ops);
CREATE INDEX users_by_last_name ON users (lower(last_name) text_pattern_ops);
CREATE INDEX users_by_full_name ON users (lower(first_name || ' ' || last_name) text_pattern_ops);
CREATE INDEX users_by_email_beginning ON users (email text_pattern_ops);
CREATE INDEX users_by_phone_end ON users (reverse(phone_msisdn) text_pattern_ops) WHERE phone_msisdn IS NOT NULL;
CREATE INDEX users_by_pending_phone_end ON users (reverse(pending_phone_msisdn) text_pattern_ops)
  WHERE pending_phone_msisdn IS NOT NULL;
CREATE INDEX users_not_active ON users (status, created_at DESC, id DESC) WHERE status <> 'ACTIVE';

-- The application may not write the state of an account. A freeze ends every session for good.
-- False when the account is not in the other state.
CREATE FUNCTION freeze_user(person uuid, is_frozen boolean) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH changed AS (
    UPDATE users SET status = CASE WHEN is_frozen THEN 'FROZEN' ELSE 'ACTIVE' END,
      session_version = session_version + CASE WHEN is_frozen THEN 1 ELSE 0 END
    WHERE id = person AND status = CASE WHEN is_frozen THEN 'ACTIVE' ELSE 'FROZEN' END
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM changed)
$$;
REVOKE ALL ON FUNCTION freeze_user(uuid, boolean) FROM public;
GRANT EXECUTE ON FUNCTION freeze_user(uuid, boolean) TO zawadi_app;

-- An administrator may also close an account that is frozen; its owner never gets so far.
CREATE OR REPLACE FUNCTION erase_user(person uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH erased AS (
    UPDATE users SET status = 'DELETED', deleted_at = now(), first_name = 'Deleted', last_name = 'account',
      email = 'deleted-' || id || '@deleted.invalid', email_verified_at = NULL, pending_email = NULL,
      phone_msisdn = NULL, phone_verified_at = NULL, pending_phone_msisdn = NULL, signup_phone_msisdn = NULL,
      password_hash = '', session_version = session_version + 1, notifications = false, email_alerts = false
    WHERE id = person AND status <> 'DELETED'
    RETURNING id
  ), paid_out AS (
    UPDATE withdrawals w SET recipient_name = 'Deleted account', recipient_email = '', paid_to_name = NULL,
      msisdn = masked_msisdn(w.msisdn)
    FROM erased WHERE w.user_id = erased.id
  ), paid_in AS (
    UPDATE purchases p SET payer_msisdn = masked_msisdn(p.payer_msisdn) FROM erased WHERE p.buyer_id = erased.id
    RETURNING p.home_id, p.id
  ), prompted AS (
    UPDATE purchase_attempts a SET payer_msisdn = masked_msisdn(a.payer_msisdn)
    FROM paid_in WHERE a.home_id = paid_in.home_id AND a.purchase_id = paid_in.id
  )
  SELECT EXISTS (SELECT FROM erased)
$$;

-- Whose attempts they are, as a keyed hash, where the key alone does not say so: guesses at an account from one
-- address are found by it when somebody is let in again.
ALTER TABLE attempts ADD COLUMN account bytea;
CREATE INDEX attempts_by_account ON attempts (account) WHERE account IS NOT NULL;
GRANT UPDATE (account) ON attempts TO zawadi_app;

ALTER TABLE administrators ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;
GRANT UPDATE (must_change_password) ON administrators TO zawadi_app;

-- Nobody is promoted by writing to a column: only an active administrator changes accounts, never the own one, and one
-- active administrator always remains. Nulls leave things as they are; disabling ends every session. False otherwise.
CREATE FUNCTION change_administrator(person uuid, changer uuid, new_name text, new_role text, new_status text)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH changed AS (
    UPDATE administrators SET name = coalesce(new_name, name), staff_role = coalesce(new_role, staff_role),
      status = coalesce(new_status, status),
      session_version = session_version + CASE WHEN new_status = 'DISABLED' THEN 1 ELSE 0 END
    WHERE id = person AND person <> changer
      AND EXISTS (
        SELECT FROM administrators WHERE id = changer AND staff_role = 'administrator' AND status = 'ACTIVE'
      )
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM changed)
$$;
REVOKE ALL ON FUNCTION change_administrator(uuid, uuid, text, text, text) FROM public;
GRANT EXECUTE ON FUNCTION change_administrator(uuid, uuid, text, text, text) TO zawadi_app;

-- What a merchant is given or has taken from it by hand. Nothing happens before it is posted; what waits for a second
-- administrator, or was turned down, has an approval.
CREATE TABLE adjustments (
  merchant_id uuid NOT NULL REFERENCES merchants,
  id uuid NOT NULL,
  -- In the merchant's sign.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0 AND amount_cents % 100 = 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 400),
  requested_by uuid NOT NULL REFERENCES administrators,
  requested_at timestamptz NOT NULL DEFAULT now(),
  approval_id uuid REFERENCES approvals,
  posted_at timestamptz,
  PRIMARY KEY (merchant_id, id),
  CHECK (approval_id IS NOT NULL OR posted_at IS NOT NULL)
);
CREATE INDEX adjustments_newest ON adjustments (requested_at DESC, id DESC);
CREATE INDEX adjustments_of_merchant ON adjustments (merchant_id, requested_at DESC, id DESC);

GRANT SELECT, INSERT ON adjustments TO zawadi_app;
GRANT UPDATE (posted_at) ON adjustments TO zawadi_app;
