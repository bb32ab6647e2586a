create or replace trigger refuse_session_key_change
  before update of key_thumbprint on sessions
  for each row
  when (old.key_thumbprint is not null and new.key_thumbprint is distinct from old.key_thumbprint)
  execute function refuse_session_key_change();
