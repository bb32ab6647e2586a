create or replace trigger users_record_contact_change
  after update of email, phone_msisdn on users
  for each row execute function record_contact_change();

create or replace trigger users_record_proven_phone
  after insert or update of phone_msisdn, phone_verified_at, status on users
  for each row execute function record_proven_phone();

create or replace trigger users_record_wallet_freeze
  after update of wallet_frozen_at, wallet_frozen_by, status on users
  for each row execute function record_wallet_freeze();
