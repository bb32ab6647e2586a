-- What people read out is found by an index each. The short reference of what has a time-ordered id is the end of that id,
-- which is random.
CREATE INDEX vouchers_by_reference ON vouchers (right(id::text, 12));
CREATE INDEX redemptions_by_reference ON redemptions (right(id::text, 12));
CREATE INDEX claims_by_reference ON claims (right(id::text, 12));
CREATE INDEX refunds_by_reference ON refunds (right(id::text, 12));
CREATE INDEX settlements_by_id_end ON settlements (right(id::text, 12));
CREATE INDEX support_requests_by_reference ON support_requests (right(id::text, 12));

-- Where batches went, and what the bank or M-PESA called the payment.
CREATE INDEX settlements_by_number ON settlements (
  (coalesce(channel ->> 'msisdn', channel ->> 'tillNumber', channel ->> 'payBillNumber'))
);
CREATE INDEX settlements_by_account_number ON settlements (upper(channel ->> 'accountNumber'))
  WHERE channel ->> 'accountNumber' IS NOT NULL;
CREATE INDEX settlements_by_reference ON settlements (upper(reference)) WHERE reference IS NOT NULL;
CREATE INDEX merchant_payout_channels_by_number ON merchant_payout_channels (number);
CREATE INDEX merchant_payout_channels_by_account_number ON merchant_payout_channels (upper(account_number))
  WHERE account_number IS NOT NULL;
CREATE INDEX merchants_by_contact_email ON merchants (contact_email);
CREATE INDEX merchants_by_contact_phone ON merchants (contact_phone_msisdn);

-- The request that an entry was written by, whose id a refusal shows.
CREATE INDEX audit_log_by_request ON audit_log (request_id);
-- Subjects without a name are listed by their short reference.
CREATE INDEX audit_log_by_subject_end ON audit_log (right(subject_id, 12));
