#!/bin/sh
# Installs Zawadi on a Debian server with systemd, or upgrades it. As root:
#
#   sh install.sh zawadi-0.1.0-linux-x64.tar.gz     in the folder of a release
#   sh /opt/zawadi/current/ops/install.sh           again, after a change of /etc/zawadi
#
# A second run changes nothing that is right, keeps every secret, and asks no question twice. PostgreSQL 18 comes from Debian
# where Debian has it (14 and newer), else from PostgreSQL's own repository, which was not tried.
set -eu
# Other users run the programs and read the certificate of M-PESA.
umask 022

usage() {
  cat <<'END'
Usage: sh install.sh [RELEASE.tar.gz] [OPTIONS]

Each question has an option and a variable; what neither gives is asked on the terminal.

  --domain NAME       ZAWADI_DOMAIN     public name of this server, as in gifts.example.co.ke
  --admin EMAIL       ZAWADI_ADMIN      first administrator
  --mpesa WHICH       ZAWADI_MPESA      daraja (real money) or daraja-sandbox (Safaricom's tests)
  --alerts EMAIL      ZAWADI_ALERTS     gets alerts and merchants' letters
  --backups PLACE     ZAWADI_BACKUPS    here, or 's3://BUCKET/PREFIX age1…', 'sftp://USER@HOST/FOLDER age1…'
  --database WHERE    ZAWADI_DATABASE   here, or the address of a role that may create roles and databases,
                                        as in postgres://postgres:PASSWORD@db.example.org/postgres

  --settings FILE     takes other settings from this file, lines as in ops/zawadi.env.example
  --no-proxy          installs no Caddy: you have a proxy
  --no-start          starts nothing, so that a backup can be restored first
  --dry-run           prints each step and changes nothing
  --root DIR          writes the files below DIR, and only prints the commands
END
}

fail() {
  echo "$*" >&2
  exit 1
}

release='' settings='' root='' is_dry='' has_proxy=yes starts=yes
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit 0 ;;
    --dry-run) is_dry=yes ;;
    --no-proxy) has_proxy='' ;;
    --no-start) starts='' ;;
    --domain | --admin | --mpesa | --alerts | --backups | --database | --settings | --root)
      [ $# -ge 2 ] || fail "$1 needs a value. sh install.sh --help lists the options."
      case $1 in
        --domain) ZAWADI_DOMAIN=$2 ;;
        --admin) ZAWADI_ADMIN=$2 ;;
        --mpesa) ZAWADI_MPESA=$2 ;;
        --alerts) ZAWADI_ALERTS=$2 ;;
        --backups) ZAWADI_BACKUPS=$2 ;;
        --database) ZAWADI_DATABASE=$2 ;;
        --settings) settings=$2 ;;
        --root) root=${2%/} ;;
      esac
      shift ;;
    -*) fail "There is no option $1. sh install.sh --help lists the options." ;;
    *) release=$1 ;;
  esac
  shift
done

opt=$root/opt/zawadi etc=$root/etc/zawadi units=$root/etc/systemd/system caddyfile=$root/etc/caddy/Caddyfile
UNITS='zawadi-api@.service zawadi-worker.service zawadi-migrate.service zawadi-backup.service zawadi-backup.timer
zawadi-backup-check.service zawadi-backup-check.timer'
PORTS='4001 4002'
HERE=127.0.0.1:5432
written=''

step() { printf '\n%s\n' "$*"; }

# Runs a command that writes below --root. A dry run only prints it.
write() {
  echo "  $*"
  [ -n "$is_dry" ] || "$@"
}

# Runs a command that changes the system itself.
run() {
  if [ -n "$root" ]; then echo "  $*"; else write "$@"; fi
}

# Writes standard input into a file with this mode, unless the file has this content.
put() {
  content=$(cat)
  if [ -e "$1" ] && [ "$(cat "$1")" = "$content" ]; then return 0; fi
  written="$written $1"
  echo "  writes $1"
  [ -z "$is_dry" ] || return 0
  mkdir -p "$(dirname "$1")"
  (umask 077 && printf '%s\n' "$content" >"$1.new")
  chmod "$2" "$1.new"
  mv "$1.new" "$1"
}

# Whether this run has written a file of this name.
wrote() { case $written in *"/$1"*) ;; *) return 1 ;; esac }

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# Prints a setting of a file of NAME=value lines, or nothing.
setting() { [ ! -e "$1" ] || sed -n "s/^$2=//p" "$1" | head -n 1; }

# Sets NAME to a value in such lines. The value comes by the environment, so that any character may be in it.
with() {
  NAME=$1 VALUE=$2 awk '
    BEGIN { name = ENVIRON["NAME"]; value = ENVIRON["VALUE"] }
    !done && (index($0, name "=") == 1 || index($0, "#" name "=") == 1) { print name "=" value; done = 1; next }
    { print }
    END { if (!done) print name "=" value }'
}

# Prints a file of the version to install, which a dry run has not unpacked.
ops() {
  if [ -d "$home" ]; then cat "$home/ops/$1"; else tar --extract --to-stdout --file="$release" "$version/ops/$1"; fi
}

is_installed() {
  # shellcheck disable=SC2016 # dpkg's variable.
  [ -z "$root" ] && [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# ── PostgreSQL ──
# Runs psql as the superuser of this machine, who cannot enter root's folders.
psql_here() (
  cd /
  runuser -u postgres -- psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$@" postgres
)

is_database_there() {
  command -v psql >/dev/null &&
    [ "$(psql_here --tuples-only --no-align --command="SELECT 1 FROM pg_database WHERE datname = 'zawadi'" 2>/dev/null)" = 1 ]
}

# Runs psql with an address in its environment, because every user sees a command's arguments.
psql_at() {
  ADDRESS=$1 "$node" --input-type=module --eval '
    import { spawnSync } from "node:child_process";
    const { hostname, port, username, password, pathname, searchParams } = new URL(process.env.ADDRESS);
    const PGSSLMODE = searchParams.get("sslmode") ?? "prefer";
    const env = { ...process.env, PGHOST: hostname, PGPORT: port || "5432", PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password), PGDATABASE: pathname.slice(1), PGSSLMODE };
    process.exit(spawnSync("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", ...process.argv.slice(1)], { env, stdio: "inherit" }).status ?? 1);' \
    -- "$2"
}

owner_signs_in() {
  [ -x "$node" ] && [ -e "$etc/owner.env" ] && command -v psql >/dev/null &&
    psql_at "$(setting "$etc/owner.env" DATABASE_OWNER_URL)" '--command=DO $$ BEGIN END $$' 2>/dev/null
}

password_in() { setting "$1" "$2" | sed 's|^[^:]*://[^:]*:\([^@]*\)@.*|\1|'; }

make_roles() {
  echo "  psql --file=$home/ops/sql/roles.sql"
  [ -z "$is_dry$root" ] || return 0
  ZAWADI_OWNER_PASSWORD=$(password_in "$etc/owner.env" DATABASE_OWNER_URL)
  ZAWADI_APP_PASSWORD=$(password_in "$etc/zawadi.env" DATABASE_URL)
  ZAWADI_BACKUP_PASSWORD=$(password_in "$etc/backup.env" DATABASE_BACKUP_URL)
  export ZAWADI_OWNER_PASSWORD ZAWADI_APP_PASSWORD ZAWADI_BACKUP_PASSWORD
  case $database in
    here) psql_here --file="$home/ops/sql/roles.sql" ;;
    elsewhere) fail 'The roles are still missing. Give the address again: --database postgres://…' ;;
    *) psql_at "$database" "--file=$home/ops/sql/roles.sql" ;;
  esac
}

# ── Services ──
is_on() { [ -z "$root" ] && systemctl is-enabled --quiet "$1" 2>/dev/null && systemctl is-active --quiet "$1"; }

# Whether a service has to start, or was started before the version or its settings changed.
needs_start() {
  [ -z "$root" ] && [ "$former" = "$version" ] && ! wrote zawadi.env && systemctl is-active --quiet "$1" || return 0
  since=$(date --date="$(systemctl show --property=ActiveEnterTimestamp --value "$1")" +%s)
  for file in "$opt/current" "$etc/zawadi.env" "$units/$(echo "$1" | sed 's/@[0-9]*/@/')"; do
    [ "$(stat --format=%Y "$file")" -le "$since" ] || return 0
  done
  return 1
}

start() {
  needs_start "$1" || return 0
  run systemctl enable --quiet "$1"
  run systemctl restart "$1"
}

wait_until_ready() {
  seconds=0
  until "$node" --eval "fetch('http://127.0.0.1:$1/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; do
    seconds=$((seconds + 1))
    if [ $seconds -gt 60 ]; then
      journalctl --unit="zawadi-api@$1.service" --lines=20 --output=cat >&2
      fail "The API on port $1 is not ready; above is what it says."
    fi
    sleep 1
  done
}

is_caddyfile_of_others() {
  [ -e "$caddyfile" ] && ! grep -q '^# Two APIs behind Caddy' "$caddyfile" && dpkg --verify caddy | grep -q "$caddyfile"
}

# ── What to install ──
if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || fail 'Run this as root.'
  [ -e /etc/debian_version ] || fail 'This machine has no Debian. Debian 13 or newer is needed.'
  [ -n "$is_dry" ] || [ -d /run/systemd/system ] || fail 'systemd does not run on this machine, and has to.'
fi
case $(uname -m) in
  x86_64) architecture=x64 ;;
  aarch64) architecture=arm64 ;;
  *) fail "Zawadi runs on x86_64 and aarch64; this machine is $(uname -m)." ;;
esac
if [ -n "$release" ]; then
  [ -f "$release" ] || fail "There is no file $release."
  case ${release##*/} in
    zawadi-*-linux-"$architecture".tar.gz) ;;
    *) fail "$release is no release for this machine: those are named zawadi-VERSION-linux-$architecture.tar.gz." ;;
  esac
  version=${release##*/}
  version=${version%-linux-*}
  sums=$(dirname "$release")/SHA256SUMS
  [ ! -e "$sums" ] || (cd "$(dirname "$release")" && grep " ${release##*/}\$" SHA256SUMS | sha256sum --check --quiet -) ||
    fail "$release differs from SHA256SUMS: copy it again."
elif [ -L "$opt/current" ]; then
  version=$(readlink "$opt/current")
else
  fail 'Give the file of a release: sh install.sh zawadi-VERSION-linux-'"$architecture.tar.gz"
fi
home=$opt/$version
node=$home/node/bin/node
[ -z "$settings" ] || [ -r "$settings" ] || fail "There is no file $settings."
[ -z "$is_dry" ] || echo 'Dry run: nothing is changed.'

# ── Six questions ──
# Keeps the answers for the next run.
remember() {
  put "$etc/install.env" 600 <<END
domain=$domain
admin=$admin
mpesa=$mpesa
alerts=$alerts
backups=$backups
database=$(if [ "$database" = here ]; then echo here; else echo elsewhere; fi)
proxy=$(if [ -n "$has_proxy" ]; then echo caddy; else echo other; fi)
administrator=$administrator
END
}

# Prints what is wrong with an answer, or nothing.
mistake() {
  case $1 in
    domain)
      echo "$2" | grep -Eqx '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}' ||
        echo "\"$2\" is no public name of a server. Give one like gifts.example.co.ke, in small letters." ;;
    admin | alerts)
      echo "$2" | grep -Eqx '[^@ ]+@[^@ ]+\.[^@ ]+' || echo "\"$2\" is no email address." ;;
    mpesa)
      case $2 in daraja | daraja-sandbox) ;; *) echo "\"$2\" is unknown. Give daraja or daraja-sandbox." ;; esac ;;
    backups)
      echo "$2" | grep -Eqx 'here|(s3|sftp)://[^ ]+ age1[a-z0-9]+(,age1[a-z0-9]+)*' ||
        echo 'Give here, or a place s3://… or sftp://… and after a space the public key of age that encrypts (age1…).' ;;
    database)
      echo "$2" | grep -Eqx 'here|postgres(ql)?://[^:@/ ]+:[^@/ ]+@[^@/ ]+/[^/ ]+' ||
        echo 'Give here, or an address with user, password, host and database: postgres://postgres:…@db.example.org/postgres' ;;
  esac
}

# Sets `answer` to the given one, to that of an earlier run, or to one from the terminal.
ask() {
  name=$1 given=$2 question=$3
  earlier=$(setting "$etc/install.env" "$name")
  if [ -n "$earlier" ]; then
    [ "${given:-$earlier}" = "$earlier" ] ||
      fail "The first run had $name=$earlier. To change it, edit the files of $etc, install.env among them."
    given=$earlier
  elif [ -n "$given" ]; then
    wrong=$(mistake "$name" "$given")
    [ -z "$wrong" ] || fail "--$name: $wrong"
  else
    while :; do
      printf '%s: ' "$question"
      read -r given || [ -n "$given" ] || fail "
Answer --$name: there is no terminal to ask on."
      wrong=$(mistake "$name" "$given")
      [ -n "$wrong" ] || break
      echo "$wrong"
    done
  fi
  answer=$given
}
ask domain "${ZAWADI_DOMAIN:-}" 'Public name of this server, as in gifts.example.co.ke'
domain=$answer
ask admin "${ZAWADI_ADMIN:-}" 'Email of the first administrator'
admin=$answer
ask mpesa "${ZAWADI_MPESA:-}" 'M-PESA: daraja (real money) or daraja-sandbox (tests of Safaricom)'
mpesa=$answer
ask alerts "${ZAWADI_ALERTS:-}" "Email that gets alerts and merchants' letters"
alerts=$answer
ask backups "${ZAWADI_BACKUPS:-}" 'Place of backups: here, or s3://… or sftp://… with a space and a public key of age'
backups=$answer
administrator=$(setting "$etc/install.env" administrator)
[ "$(setting "$etc/install.env" proxy)" != other ] || has_proxy=''
# The address of a database elsewhere was kept nowhere, so it is not compared.
database=${ZAWADI_DATABASE:-$(setting "$etc/install.env" database)}
if [ ! -e "$etc/owner.env" ] || [ -z "$database" ]; then
  ask database "${ZAWADI_DATABASE:-}" 'Database: here, or postgres://… of a role that may create roles and databases'
  database=$answer
fi

step "1. Packages of Debian"
if [ "$database" = here ]; then packages=postgresql-18; else packages=postgresql-client-18; fi
[ -z "$has_proxy" ] || packages="$packages caddy"
missing=''
for package in $packages; do is_installed "$package" || missing="$missing $package"; done
if [ -n "$missing" ]; then
  run apt-get update --quiet=2
  if [ -z "$root" ] && ! apt-cache --option=Dir::Cache::pkgcache= --option=Dir::Cache::srcpkgcache= show "${packages%% *}" >/dev/null 2>&1; then
    run apt-get install --quiet=2 --yes postgresql-common
    run /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y
  fi
  # shellcheck disable=SC2086 # A list of words.
  run env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends $missing
fi

step "2. $version in $opt, owned by root: no process can change its program"
if [ ! -d "$home" ]; then
  write mkdir -p "$opt/unpacking"
  write tar --extract --warning=no-timestamp --file="$release" --directory="$opt/unpacking" --no-same-owner
  write mv "$opt/unpacking/$version" "$home"
  write rmdir "$opt/unpacking"
fi
put "$root/usr/local/sbin/zawadi" 755 <<END
$(ops zawadi)
END
former=$(readlink "$opt/current" || true)
use() { write ln -sfn "$1" "$opt/current"; }
[ "$former" = "$version" ] || use "$version"

step "3. Settings in $etc, which only root may read"
server=$HERE parameters=''
if [ "$database" = here ]; then
  if [ -z "$root" ] && [ ! -e "$etc/owner.env" ] && is_database_there; then
    fail "PostgreSQL has a database zawadi, but $etc has no owner.env: put the files of $etc back, or drop the database."
  fi
else
  server=${database##*@}
  server=${server%%/*}
  case $database in *\?*) parameters="?${database#*\?}" ;; esac
fi
if [ -e "$etc/zawadi.env" ]; then
  text=$(cat "$etc/zawadi.env")
else
  text=$(ops zawadi.env.example | with PUBLIC_URL "https://$domain" | with PROVIDER "$mpesa" |
    with DATABASE_URL "postgres://zawadi:$(random 24)@$server/zawadi$parameters" | with APP_SECRET "$(random 48)" |
    with SUPPORT_EMAIL "$alerts" | with MAIL_FROM "Zawadi <hello@$domain>" | with SMTP_URL '')
fi
if [ -e "$etc/backup.env" ]; then
  backup=$(cat "$etc/backup.env")
else
  backup="DATABASE_BACKUP_URL=postgres://zawadi_backup:$(random 24)@$server/zawadi$parameters"
  [ "$backups" = here ] || backup="$backup
BACKUP_TO=${backups% *}
BACKUP_RECIPIENT=${backups#* }"
fi
if [ -n "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      BACKUP_*=* | AWS_*=*) backup=$(printf '%s\n' "$backup" | with "${line%%=*}" "${line#*=}") ;;
      [A-Z]*=*) text=$(printf '%s\n' "$text" | with "${line%%=*}" "${line#*=}") ;;
    esac
  done <"$settings"
fi
put "$etc/zawadi.env" 600 <<END
$text
END
put "$etc/backup.env" 600 <<END
$backup
END
# The last one: with it the six questions are answered.
[ -e "$etc/owner.env" ] || put "$etc/owner.env" 600 <<END
DATABASE_OWNER_URL=postgres://zawadi_owner:$(random 24)@$server/zawadi$parameters
END
remember

step "4. Roles and database"
if [ "$database" = here ]; then
  put "$root/etc/postgresql/18/main/conf.d/zawadi.conf" 644 <<END
$(ops sql/postgresql.conf)
END
  ! wrote conf.d/zawadi.conf || run systemctl restart postgresql@18-main.service
fi
if [ -n "$root" ] || ! owner_signs_in; then make_roles; fi

step "5. Units of systemd"
paths=''
for unit in $UNITS; do
  put "$units/$unit" 644 <<END
$(ops "systemd/$unit")
END
  paths="$paths $units/$unit"
done
if wrote systemd/system/; then
  # shellcheck disable=SC2086 # A list of paths.
  run systemd-analyze verify --recursive-errors=no $paths
  run systemctl daemon-reload
fi

if [ -n "$has_proxy" ]; then
  step "6. Caddy, which fetches the certificate of $domain"
  if [ -z "$root" ] && is_caddyfile_of_others; then
    echo "  $caddyfile has sites of yours and stays as it is. Add the site of $home/ops/caddy/Caddyfile."
  else
    put "$caddyfile" 644 <<END
$(ops caddy/Caddyfile | sed "s/{[$]ZAWADI_HOST:[^}]*}/$domain/")
END
    ! wrote Caddyfile || run systemctl reload-or-restart caddy.service
  fi
fi

# APP_SECRETS may stand in place of APP_SECRET.
missing=$(printf '%s\n' "$text" | sed -n '/^APP_SECRET=/d; s/^\([A-Z_]*\)=$/  \1/p')
certificate=$(printf '%s\n' "$text" | sed -n 's/^MPESA_CERTIFICATE_FILE=//p')
[ -r "$root$certificate" ] || missing="$missing
  MPESA_CERTIFICATE_FILE: there is no file $certificate"
if [ -n "$missing" ]; then
  step "Fill in these settings of $etc/zawadi.env, then run: sh $opt/current/ops/install.sh"
  echo "$missing"
  [ -n "$is_dry" ] || exit 1
fi

if [ -z "$starts" ]; then
  step "Nothing was started. To start Zawadi, run: sh $opt/current/ops/install.sh"
  exit
fi

step "7. Migrations, then the worker and the APIs, one after the other"
if needs_start zawadi-worker.service; then
  if ! run systemctl start zawadi-migrate.service; then
    [ -z "$former" ] || use "$former"
    fail 'The migrations failed, and nothing was restarted: journalctl --unit=zawadi-migrate.service'
  fi
fi
start zawadi-worker.service
for port in $PORTS; do
  start "zawadi-api@$port.service"
  [ -n "$is_dry$root" ] || wait_until_ready "$port"
done

step "8. Backups every hour"
timers=zawadi-backup.timer
# The weekly trial restores a packed backup only where the private key is.
if [ "$backups" = here ] || printf '%s' "$backup" | grep -q ^BACKUP_IDENTITY_FILE=; then
  timers="$timers zawadi-backup-check.timer"
fi
for timer in $timers; do
  if ! is_on "$timer"; then
    run systemctl enable --quiet --now "$timer"
    [ "$timer" != zawadi-backup.timer ] || run systemctl start zawadi-backup.service ||
      echo '  The first backup failed: journalctl --unit=zawadi-backup.service'
  fi
done

step "9. First administrator"
if [ "$administrator" != made ]; then
  run "$root/usr/local/sbin/zawadi" admin-create --email "$admin" ||
    fail "If $admin can sign in, write administrator=made into $etc/install.env."
  administrator=made
  [ -n "$is_dry$root" ] || remember
fi

step "$version serves https://$domain. Next: zawadi doctor"
