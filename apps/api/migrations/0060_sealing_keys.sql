-- A process says about once a minute that it seals with its first key, and which process it is: a key that is still sealed
-- with is neither dropped nor left behind by keys:rotate.
ALTER TABLE app_keys ADD COLUMN sealed_last_at timestamptz, ADD COLUMN sealed_last_by text;
GRANT UPDATE (sealed_last_at, sealed_last_by) ON app_keys TO zawadi_app;
