grant select on sessions to zawadi_app;
grant select on refresh_tokens to zawadi_app;
grant select, insert, update (known_at), delete on known_devices to zawadi_app;
grant select, insert, update (made_at, last_at, account), delete on limited_attempts to zawadi_app;
grant select, insert, update (until) on slowed_guessers to zawadi_app;
grant select, insert, update (until) on slowed_merchants to zawadi_app;
grant select on passkeys to zawadi_app;
-- Only functions read and write spent_passkey_challenges.
grant select on second_factors to zawadi_app;
grant select on recovery_codes to zawadi_app;

grant execute on function
  add_passkey,
  continue_session,
  end_session_of_token,
  end_sessions,
  extend_session,
  delete_old_sessions,
  delete_sessions_of_user,
  delete_expired_passkey_challenges,
  lock_second_factor,
  lock_session_of_token,
  open_session,
  prove_session,
  remove_passkeys,
  remove_passkeys_of_merchant,
  remove_second_factor,
  rename_passkey,
  renew_recovery_codes,
  renew_session,
  spend_passkey_challenge,
  start_second_factor,
  switch_on_second_factor,
  use_recovery_code,
  accept_second_factor_step,
  record_passkey_use
to zawadi_app;
