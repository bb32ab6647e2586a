-- What administrators decide alone adds up over a day and over 30 days, for each of them and for each beneficiary, so that
-- neither patience nor a circle of colleagues evades the second person.
ALTER TABLE lone_decisions ADD COLUMN beneficiary text CHECK (length(beneficiary) BETWEEN 1 AND 80);
CREATE INDEX lone_decisions_for_beneficiary ON lone_decisions (beneficiary, decided_at)
  WHERE beneficiary IS NOT NULL;

ALTER TABLE approvals DROP CONSTRAINT approvals_because_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_because_check CHECK (because IN ('always', 'amount', 'day', 'month'));
