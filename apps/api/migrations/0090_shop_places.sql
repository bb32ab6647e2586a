-- Where customers find a shop, and how they reach it; all of it is for the public, unlike the contact.
ALTER TABLE merchants
  ADD COLUMN category text CHECK (category ~ '^[a-z]{2,20}$'),
  ADD COLUMN town text CHECK (length(town) BETWEEN 1 AND 40),
  ADD COLUMN street text CHECK (length(street) BETWEEN 1 AND 80),
  ADD COLUMN shop_phone_msisdn text CHECK (shop_phone_msisdn ~ '^254[17][0-9]{8}$'),
  ADD COLUMN map_link text CHECK (map_link ~ '^https://' AND length(map_link) <= 500);

CREATE INDEX merchants_as_shops_by_town ON merchants (town, lower(business_name), id) WHERE status = 'ACTIVE';

GRANT UPDATE (category, town, street, shop_phone_msisdn, map_link) ON merchants TO zawadi_app;
