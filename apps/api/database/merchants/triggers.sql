create or replace trigger merchants_record_contact_change
  after update of contact_email, contact_phone_msisdn on merchants
  for each row execute function record_merchant_contact_change();
create or replace trigger merchants_add_main_place
  after insert on merchants
  for each row execute function add_main_place();
