-- Where gifts are taken, for anybody with the link of one: in the order of names, and by a part of a name.

CREATE INDEX merchants_as_shops ON merchants (lower(business_name), id) WHERE status = 'ACTIVE';
CREATE INDEX merchants_by_part_of_name ON merchants
  USING gin (lower(business_name) extensions.gin_trgm_ops) WHERE status = 'ACTIVE';
