#!/usr/bin/env bash
# Installs the Debian packages that the tests need, and `npm run screenshots` (webp). Run again as often as you like.
set -euo pipefail

# Where there is none, the tests take the whole Chromium, and twice the time.
wish=chromium-headless-shell
want=(chromium firefox-esr webkit2gtk-driver xvfb dbus-x11 fonts-liberation postgresql mariadb-server-core mariadb-client-core openssl python3
  python3-gi gir1.2-webkit2-4.1 webp)

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  if [ -x "${CHROMIUM:-}" ] && [ -x "${FIREFOX:-}" ] && [ -x "${PG_BIN:-}/initdb" ] && [ -x "${MARIADB_BIN:-}/mariadbd" ]; then
    echo "Using CHROMIUM, FIREFOX, PG_BIN and MARIADB_BIN."
    exit 0
  fi
  echo "This is not Debian (no apt-get). Install by your system's own means: ${want[*]}," >&2
  echo "then set CHROMIUM and FIREFOX to the browsers' paths and PG_BIN to the folder that holds initdb and pg_ctl, MARIADB_BIN to the one of mariadbd and mariadb-install-db." >&2
  echo "Without WebKitGTK's WebKitWebDriver, run the journeys with ENGINES=chromium,firefox." >&2
  exit 1
fi

missing=()
for package in "${want[@]}"; do is_installed "$package" || missing+=("$package"); done

if [ ${#missing[@]} -eq 0 ]; then
  echo "Nothing to do, installed already: ${want[*]}"
elif [ "$(id -u)" != 0 ]; then
  echo "Missing: ${missing[*]}. Only root can install them. Run:" >&2
  echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}" >&2
  exit 1
else
  echo "Installing: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # Debian's package would start a server of its own; the tests start theirs, each with its own data folder.
  if [[ " ${missing[*]} " == *" postgresql "* ]] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  fi
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  echo "Installed: ${missing[*]}"
fi

if ! is_installed "$wish" && [ "$(id -u)" = 0 ]; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$wish" >/dev/null; } ||
    echo "No $wish: the tests run in Chromium itself."
fi

for package in "${want[@]}"; do printf '%s %s\n' "$package" "$(dpkg-query -W -f='${Version}' "$package")"; done
