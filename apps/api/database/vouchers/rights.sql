grant select, insert, update (mpesa_receipt, opened_at, closed_as, closed_at, announced_at, resends, resent_at,
    thanks, thanked_at, sms_sent_at, message_states)
  on vouchers to zawadi_app;
grant select, insert on voucher_activities to zawadi_app;
grant select, insert on voucher_reminders to zawadi_app;
grant select on vouchers_kept to zawadi_app;
grant select, insert on claims to zawadi_app;

grant execute on function
  correct_recipient,
  extend_voucher,
  freeze_voucher,
  give_back_days,
  keep_from_ending,
  last_moment_of_validity,
  reschedule_gift,
  retire_voucher_name,
  start_again,
  takes_days,
  unfreeze_voucher
to zawadi_app;
