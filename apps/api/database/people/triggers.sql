create or replace trigger users_note_contact
  after update of email, phone_msisdn on users
  for each row execute function note_contact();

create or replace trigger users_note_proven_phone
  after insert or update of phone_msisdn, phone_verified_at, status on users
  for each row execute function note_proven_phone();

create or replace trigger users_note_wallet_freeze
  after update of wallet_frozen_at, wallet_frozen_by, status on users
  for each row execute function note_wallet_freeze();
