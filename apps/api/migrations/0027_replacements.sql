-- A voucher that came in the place of another one leads to the payment behind both. Such vouchers are few, and are
-- looked for among all.
CREATE INDEX vouchers_in_place_of_another ON vouchers (id) INCLUDE (replaces_id) WHERE replaces_id IS NOT NULL;
