-- Gifts that arrive later, are sent again, corrected and thanked for; and what the history of a person is read by.

-- The moment the buyer chose; null is at once.
ALTER TABLE purchases ADD COLUMN deliver_at timestamptz;

ALTER TABLE vouchers
  -- When its recipient was told. Null only while it waits for its moment.
  ADD COLUMN announced_at timestamptz,
  ADD COLUMN resends integer NOT NULL DEFAULT 0 CHECK (resends >= 0),
  ADD COLUMN resent_at timestamptz,
  ADD COLUMN corrections integer NOT NULL DEFAULT 0 CHECK (corrections >= 0),
  ADD COLUMN thanks text CHECK (length(thanks) BETWEEN 1 AND 400),
  ADD COLUMN thanked_at timestamptz,
  ADD CHECK ((thanks IS NULL) = (thanked_at IS NULL));
UPDATE vouchers SET announced_at = issued_at;
CREATE INDEX vouchers_to_announce ON vouchers (deliver_at) WHERE announced_at IS NULL;

ALTER TABLE voucher_activities DROP CONSTRAINT voucher_activities_kind_check;
ALTER TABLE voucher_activities ADD CONSTRAINT voucher_activities_kind_check CHECK (
  kind IN (
    'ISSUED', 'DELIVERED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED',
    'REFUNDED', 'RESENT', 'CORRECTED', 'THANKED'
  )
);

-- A voucher that is extended is reminded of anew.
CREATE TABLE voucher_reminders (
  voucher_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  days_left smallint NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (voucher_id, expires_at, days_left)
);

-- The order in which a person's history is paged through.
CREATE INDEX purchases_in_history ON purchases (buyer_id, (coalesce(completed_at, pending_since)) DESC, id DESC)
  WHERE status <> 'REGISTERED';
CREATE INDEX withdrawals_in_history ON withdrawals (user_id, (coalesce(settled_at, pending_since)) DESC, id DESC)
  WHERE status <> 'REGISTERED';
CREATE INDEX claims_in_history ON claims (user_id, claimed_at DESC, id DESC);
DROP INDEX claims_by_user;
CREATE INDEX vouchers_in_sent_list ON vouchers (buyer_id, issued_at DESC, id DESC);
DROP INDEX vouchers_by_buyer;

GRANT SELECT, INSERT ON voucher_reminders TO zawadi_app;
GRANT UPDATE (
  recipient_name, recipient_msisdn, recipient_email, code_sealed, code_last_four, claim_token_sealed,
  announced_at, resends, resent_at, corrections, thanks, thanked_at
) ON vouchers TO zawadi_app;

-- The code and the claim link of a gift whose recipient was corrected find nothing any more.
CREATE FUNCTION retire_voucher_names(voucher uuid, names text[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH retired AS (
    DELETE FROM lookups
    WHERE kind IN ('voucher_code', 'claim_token') AND key = ANY (names) AND target_id = voucher
    RETURNING 1
  )
  SELECT count(*) FROM retired
$$;
REVOKE ALL ON FUNCTION retire_voucher_names(uuid, text[]) FROM public;
GRANT EXECUTE ON FUNCTION retire_voucher_names(uuid, text[]) TO zawadi_app;
