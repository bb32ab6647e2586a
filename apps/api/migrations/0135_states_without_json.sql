-- Which state follows which was read from the whole row as JSON, before and after, which took longer than to write the row. Where Citus
-- spreads a table its parts have a number behind its name.
CREATE OR REPLACE FUNCTION public.check_state_transition() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state_before text;
  state_after text;
BEGIN
  IF TG_ARGV[0] = 'status' THEN
    state_before := OLD.status;
    state_after := NEW.status;
  ELSE
    state_before := OLD.state;
    state_after := NEW.state;
  END IF;
  IF state_before = state_after OR EXISTS (
    SELECT FROM state_transitions
    WHERE table_name = rtrim(TG_TABLE_NAME, '_0123456789') AND from_state = state_before AND to_state = state_after
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, state_before, state_after
    USING ERRCODE = 'check_violation';
END $$;
