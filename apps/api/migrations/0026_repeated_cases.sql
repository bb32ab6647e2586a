-- A case of the same kind can come again about the same payment: money of a wrong amount is other money with every
-- receipt, and waits for its own decision.

ALTER TABLE reviews
  ADD COLUMN occurrence text NOT NULL DEFAULT '' CHECK (length(occurrence) <= 100),
  DROP CONSTRAINT reviews_kind_subject_id_key,
  ADD CONSTRAINT reviews_are_raised_once UNIQUE (kind, subject_id, occurrence);
UPDATE reviews SET occurrence = left(details ->> 'receipt', 100)
WHERE kind IN ('wrong_amount', 'receipt_reused') AND details ->> 'receipt' IS NOT NULL;
