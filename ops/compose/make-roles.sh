#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume. The demo has the passwords in its environment.
set -eu
for role in owner app backup; do
  file=/run/secrets/${role}_password
  name=ZAWADI_$(echo "$role" | tr '[:lower:]' '[:upper:]')_PASSWORD
  if [ -f "$file" ]; then export "$name=$(cat "$file")"; fi
done
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --file=/zawadi/roles.sql postgres
