-- The roles and the database of Zawadi, for a PostgreSQL 18 or newer of one's own. Once, as a superuser:
--
--   export ZAWADI_OWNER_PASSWORD=… ZAWADI_APP_PASSWORD=… ZAWADI_BACKUP_PASSWORD=…      # openssl rand -hex 24
--   psql --no-psqlrc --set=ON_ERROR_STOP=1 --file=ops/sql/roles.sql postgres
--
-- Passwords come from the environment, so that they stand in no list of processes and in no history.
\getenv owner_password ZAWADI_OWNER_PASSWORD
\getenv app_password ZAWADI_APP_PASSWORD
\getenv backup_password ZAWADI_BACKUP_PASSWORD

-- Owns the database and its tables; signs in for migrations only (DATABASE_OWNER_URL).
CREATE ROLE zawadi_owner LOGIN CREATEDB CREATEROLE PASSWORD :'owner_password';

-- What API and worker sign in as (DATABASE_URL). It owns nothing; the rights that migrations give are those of zawadi_app.
CREATE ROLE zawadi LOGIN PASSWORD :'app_password';
CREATE ROLE zawadi_app NOLOGIN;
GRANT zawadi_app TO zawadi;

-- Reads everything and changes nothing: signs in for backups only (DATABASE_BACKUP_URL).
CREATE ROLE zawadi_backup LOGIN PASSWORD :'backup_password' IN ROLE pg_read_all_data;

CREATE DATABASE zawadi OWNER zawadi_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE zawadi FROM PUBLIC;
GRANT CONNECT ON DATABASE zawadi TO zawadi, zawadi_backup;
