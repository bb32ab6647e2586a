-- Reopens the day of a redemption that is reversed on a later day, which a stop can allow. Reports then read this day and
-- later ones from the redemptions, until the job of features/office/reports sums them up again. If that job is running,
-- waits for its end: its sums may lack the reversal. Called by a trigger.
create or replace function reopen_day_of_reversal() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Locked even if the day is open: the running job may be about to close it.
  perform from report_progress for update;
  update report_progress set up_to = (new.redeemed_at at time zone 'Africa/Nairobi')::date - 1
  where up_to >= (new.redeemed_at at time zone 'Africa/Nairobi')::date;
  return null;
end $$;
