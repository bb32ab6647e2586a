grant select, insert (id, first_name, last_name, email, pending_phone_msisdn, signup_phone_msisdn, password_hash,
    language),
  update (first_name, last_name, email_verified_at, pending_phone_msisdn, password_hash, password_changed_at,
    session_version, notifications, email_alerts, language, pending_email, password_doubted_at, password_reset_at,
    password_reset_by, wallet_frozen_at, wallet_frozen_by, wallet_opens_at, ussd_used_at)
  on users to zawadi_app;
grant select, insert, update (name, webp), delete on user_pictures to zawadi_app;
-- Only functions read and write user_contact_history.
grant select, insert, update (done_at, taken_back_at), delete on contact_changes to zawadi_app;
grant select, insert, delete on user_email_verifications to zawadi_app;
grant select, insert, update (id, target, code_hash, tries, expires_at), delete on one_time_codes to zawadi_app;
grant select, insert, update (audience, account, target, id, token_hash, expires_at),
  delete
  on reset_links to zawadi_app;
grant select on proven_phones to zawadi_app;
grant select, insert (id, user_id, msisdn, registered_name, facts, note),
  update (ended_at, ended_as),
  delete
  on lost_contact_cases to zawadi_app;
grant select, insert, update (used_at), delete on not_me_links to zawadi_app;
grant select on wallet_freezes to zawadi_app;
grant select, insert, update, delete on unverified_contact_messages to zawadi_app;

grant execute on function
  confirm_pending_email,
  delete_stale_registrations,
  confirm_email_by_reset,
  erase_user,
  delete_old_proven_phones,
  free_unproven_email,
  freeze_user,
  is_address_kept,
  is_phone_taken,
  replace_lost_phone,
  restore_email,
  restore_phone,
  verify_calling_phone,
  verify_phone
to zawadi_app;
