-- Where a buyer wants a copy of the receipt of a gift whose recipient has no address. It is the buyer's, belongs to no recipient and
-- matches no claim, list or export.
ALTER TABLE purchases ADD COLUMN copy_email text;
GRANT UPDATE (copy_email) ON purchases TO zawadi_app;
