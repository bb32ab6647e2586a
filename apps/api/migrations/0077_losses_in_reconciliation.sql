-- What M-PESA does not have is a loss, once two administrators say so. What a statement lacks although an earlier one has
-- shown it is a difference of its own.
ALTER TABLE reconciliation_items DROP CONSTRAINT reconciliation_items_state_check;
ALTER TABLE reconciliation_items ADD CONSTRAINT reconciliation_items_state_check CHECK (
  state IN ('matched', 'missing_here', 'missing_there', 'amount_differs', 'no_longer_there')
);
ALTER TABLE reconciliation_items DROP CONSTRAINT reconciliation_items_correction_check;
ALTER TABLE reconciliation_items ADD CONSTRAINT reconciliation_items_correction_check CHECK (
  correction IN ('charge', 'suspense', 'capital', 'moved', 'loss')
);

-- Of what is no longer there: the line of an earlier comparison that had it.
ALTER TABLE reconciliation_items ADD COLUMN shown_before_by uuid REFERENCES reconciliation_items;
ALTER TABLE reconciliation_items ADD CHECK ((state = 'no_longer_there') = (shown_before_by IS NOT NULL));

-- Finds what is open under receipts that a statement shows again.
CREATE INDEX reconciliation_items_no_longer_there ON reconciliation_items (receipt)
  WHERE state = 'no_longer_there' AND closed_as IS NULL;
