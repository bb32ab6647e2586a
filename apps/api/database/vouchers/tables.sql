-- Gifts and merchants' own vouchers; their balances are in the ledger. Written by features/money/vouchers. Only the
-- functions of vouchers.sql and gifts.sql may freeze, extend or correct a voucher.
create table vouchers (
  id uuid primary key,
  purchase_id uuid,
  buyer_id uuid,
  issuer_merchant_id uuid,
  face_cents bigint not null check (face_cents > 0),
  code_sealed bytea not null,
  code_last_four text not null,
  -- The voucher's number for keypads.
  alias_sealed bytea not null,
  claim_token_sealed bytea not null,
  sender_name text not null,
  recipient_name text not null,
  recipient_msisdn text,
  recipient_email text,
  message text not null,
  cloth text not null,
  mpesa_receipt text,
  issued_at timestamptz not null default moment(),
  deliver_at timestamptz not null default moment(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- How the voucher's whole value was taken at once. A spent voucher is not closed: its balance in the ledger is zero.
  closed_as text check (closed_as in ('CLAIMED', 'EXPIRED', 'VOIDED', 'REFUNDED')),
  closed_at timestamptz,
  -- When its recipient was notified; null until the moment of delivery.
  announced_at timestamptz,
  resends integer not null default 0 check (resends >= 0),
  resent_at timestamptz,
  corrections integer not null default 0 check (corrections >= 0),
  thanks text check (length(thanks) between 1 and 400),
  thanked_at timestamptz,
  -- The merchant's own reference, such as an order number.
  issuer_reference text check (length(issuer_reference) between 1 and 400),
  -- The voided voucher that this one replaces.
  replaces_id uuid unique references vouchers,
  -- A frozen voucher cannot be spent: support has frozen it, or a request to refund or void it waits for a second
  -- administrator. Its validity is extended by the frozen days. If several freezes overlap, this is the time of the
  -- first.
  frozen_at timestamptz,
  frozen_by_support boolean not null default false,
  -- The approval for which the voucher is frozen.
  frozen_for uuid,
  issuer_metadata jsonb
    check (jsonb_typeof(issuer_metadata) = 'object' and octet_length(issuer_metadata::text) <= 4096),
  -- When the gift's SMS was delivered, or taken by the gateway if its delivery is not reported. The buyer may correct
  -- the recipient for 24 hours from then. Null if no SMS was taken, or none was delivered.
  sms_sent_at timestamptz,
  -- Latest known states of the SMS and the mail to the present recipient, such as
  -- {"sms": {"state": "delivered", "failure": null, "at": "…"}}, without number, address or text. The outbox and
  -- delivery_reports forget them sooner than the buyer's list.
  message_states jsonb not null default '{}'
    check (jsonb_typeof(message_states) = 'object' and octet_length(message_states::text) <= 400),
  check ((closed_as is null) = (closed_at is null)),
  check ((thanks is null) = (thanked_at is null)),
  constraint vouchers_frozen check ((frozen_at is not null) = (frozen_by_support or frozen_for is not null))
);
create index vouchers_by_issuer
  on vouchers (issuer_merchant_id, issued_at desc, id desc)
  where issuer_merchant_id is not null;
create index vouchers_by_issuer_reference
  on vouchers (lower(issuer_reference) text_pattern_ops, issuer_merchant_id)
  where issuer_reference is not null;
create index vouchers_by_last_four on vouchers (code_last_four);
create index vouchers_by_receipt on vouchers (mpesa_receipt) where mpesa_receipt is not null;
create index vouchers_by_recipient_email on vouchers (recipient_email, issued_at desc);
create index vouchers_by_recipient_name on vouchers using gin (folded_name(recipient_name) extensions.gin_trgm_ops);
create index vouchers_by_recipient_phone on vouchers (recipient_msisdn, issued_at desc);
-- The short reference that people read out is the end of the id, because only that end of a time-ordered id is random.
create index vouchers_by_reference on vouchers (right(id::text, 12));
-- Finds the payment of the original voucher from its replacement. Replacements are few, so the query reads the whole
-- index.
create index vouchers_in_place_of_another on vouchers (id) include (replaces_id) where replaces_id is not null;
create index vouchers_in_sent_list on vouchers (buyer_id, issued_at desc, id desc);
-- The value of a merchant's own open vouchers.
create index vouchers_open_by_issuer
  on vouchers (issuer_merchant_id, id)
  where issuer_merchant_id is not null and closed_as is null;
-- A merchant's own vouchers whose value was returned to it.
create index vouchers_returned_to_issuer
  on vouchers (issuer_merchant_id, closed_at desc, id desc)
  where issuer_merchant_id is not null and closed_as in ('EXPIRED', 'VOIDED');
create index vouchers_to_announce on vouchers (deliver_at) where announced_at is null;
create index vouchers_to_expire on vouchers (expires_at) where closed_as is null;

-- The history of a voucher. Written by features/money/vouchers, features/money/redemptions and correct_recipient().
create table voucher_activities (
  voucher_id uuid not null,
  id uuid not null,
  kind text not null
    check (kind in (
      'ISSUED', 'DELIVERED', 'OPENED', 'REDEEMED', 'REDEMPTION_REVERSED', 'CLAIMED', 'EXPIRED', 'EXTENDED', 'VOIDED',
      'REFUNDED', 'RESENT', 'CORRECTED', 'THANKED', 'MOVED', 'FROZEN', 'UNFROZEN'
    )),
  actor_kind text not null check (actor_kind in ('consumer', 'merchant', 'admin', 'system', 'anyone')),
  actor_id uuid,
  amount_cents bigint,
  reason text,
  at timestamptz not null default moment(),
  -- The member who made, resent or voided the merchant's own voucher; null for its own system and in all other cases.
  staff_id uuid,
  primary key (voucher_id, id)
);
-- For the list of a merchant's transactions: when its own vouchers were issued, expired or voided, by id.
create index voucher_activities_of_issuers
  on voucher_activities (id)
  where kind in ('EXPIRED', 'VOIDED') or (kind = 'ISSUED' and actor_kind = 'merchant');

-- Vouchers whose last day fell into a stop, with that last day. Written by keep_from_ending().
create table vouchers_kept (
  stop_id uuid not null references stops,
  voucher_id uuid not null references vouchers,
  expires_at timestamptz not null,
  primary key (stop_id, voucher_id)
);

-- Reminders that were sent before a voucher's last day. The last day is part of the key, so that an extended voucher
-- is reminded again. Written by features/money/vouchers.
create table voucher_reminders (
  voucher_id uuid not null,
  expires_at timestamptz not null,
  days_left smallint not null,
  sent_at timestamptz not null default moment(),
  primary key (voucher_id, expires_at, days_left)
);

-- Vouchers whose value went to their recipient's wallet. Written by features/money/vouchers.
create table claims (
  voucher_id uuid primary key,
  id uuid not null,
  user_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  claimed_at timestamptz not null default clock_moment()
);
create index claims_by_id on claims (id);
create index claims_by_reference on claims (right(id::text, 12));
create index claims_in_history on claims (user_id, claimed_at desc, id desc);
create index claims_newest on claims (claimed_at desc, id desc);
