create or replace trigger redemptions_reopen_day
  after update of reversed_at on redemptions
  for each row
  when (
    old.reversed_at is null
    and new.reversed_at >= date_trunc('day', new.redeemed_at, 'Africa/Nairobi') + interval '1 day'
  )
  execute function reopen_day_of_reversal();
