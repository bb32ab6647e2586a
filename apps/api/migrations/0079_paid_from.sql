-- The number that paid at the pay bill, as far as M-PESA tells it: covered in the middle, because it may be another person's.
ALTER TABLE purchases ADD COLUMN paid_from text CHECK (paid_from ~ '^254[17][*]{5}[0-9]{3}$');
GRANT UPDATE (paid_from) ON purchases TO zawadi_app;
