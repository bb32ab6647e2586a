-- Tables by the words that the code and the glossary use.
ALTER TABLE hooks RENAME TO callback_tokens;
ALTER TABLE pauses RENAME TO circuit_breakers;
ALTER TABLE lookups RENAME TO unique_names;

ALTER INDEX hooks_pkey RENAME TO callback_tokens_pkey;
ALTER INDEX pauses_pkey RENAME TO circuit_breakers_pkey;
ALTER INDEX lookups_pkey RENAME TO unique_names_pkey;
ALTER TABLE callback_tokens RENAME CONSTRAINT hooks_purpose_check TO callback_tokens_purpose_check;

-- Bodies of functions are text and do not follow a renamed table.
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.prosrc ~ '\mlookups\M'
  LOOP
    EXECUTE regexp_replace(definition, '\mlookups\M', 'unique_names', 'g');
  END LOOP;
END $$;

UPDATE setting_versions SET name = 'fees-and-limits' WHERE name = 'charges';
UPDATE approvals SET kind = 'fees-and-limits' WHERE kind = 'charges';
