grant select, insert, update (reversed_at, reversed_channel, reversed_by) on redemptions to zawadi_app;
grant select, insert, update (total_cents, paid_by, mpesa_receipt, noted_by, noted_at) on redemption_bills
  to zawadi_app;
grant select, insert, delete on redemption_totals to zawadi_app;
grant select, insert, update (captured_cents, status, ended_at, ended_by_kind, ended_by, ended_reason)
  on holds to zawadi_app;
grant select, insert, delete on wrong_codes to zawadi_app;
grant select, insert, update (confirmed_at, confirmed_by, confirmed_note) on day_closes to zawadi_app;
grant select, insert on day_close_entries to zawadi_app;

grant execute on function
  held_cents,
  lock_redemption_room,
  lock_vouchers_to_redeem,
  record_redemptions,
  redemption_totals_between,
  reversible_until
to zawadi_app;
