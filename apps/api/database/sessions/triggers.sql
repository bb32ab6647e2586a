create or replace trigger keep_key_thumbprint
  before update of key_thumbprint on sessions
  for each row
  when (old.key_thumbprint is not null and new.key_thumbprint is distinct from old.key_thumbprint)
  execute function keep_key_thumbprint();
