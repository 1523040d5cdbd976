# shellcheck shell=sh
# Functions of up, down, load, stress and bench. Sourced, with $here set to this folder.
# shellcheck disable=SC2154

# Prints a message and exits with 2: wrong use, or something is missing.
fail() {
  echo "$(basename "$0"): $1" >&2
  exit 2
}

# Requires Docker, its compose plugin and its daemon.
require_docker() {
  command -v docker >/dev/null 2>&1 \
    || fail "docker is not installed, or not on the PATH: see https://docs.docker.com/engine/install/"
  docker compose version >/dev/null 2>&1 \
    || fail "docker has no compose plugin: see https://docs.docker.com/compose/install/"
  if command -v timeout >/dev/null 2>&1; then
    set -- timeout 15 docker
  else
    set -- docker
  fi
  answer=$("$@" version --format '{{.Server.Version}}' 2>&1) \
    || fail "docker does not respond: start its daemon, or ask for the right to use it ($(printf '%s' "${answer:-no answer within 15 s}" | tr -d '\n'))"
}

# Runs compose on this project only, whatever the environment.
compose() {
  env -u COMPOSE_PROFILES -u COMPOSE_FILE -u COMPOSE_PROJECT_NAME \
    docker compose --project-name cloakroom --project-directory "$here" --file "$here/compose.yaml" "$@"
}

# Prints the value of a variable from the environment, else from .env; empty if it is not set.
value_of() {
  value=$(printenv "$1" || true)
  if [ -z "$value" ] && [ -f "$here/.env" ]; then
    value=$(sed -n "s/^$1=//p" "$here/.env" | tail -n 1)
  fi
  printf '%s' "$value"
}

# Requires every password, of characters that the images' start scripts accept; prints none.
require_passwords() {
  for name in CLOAKROOM_DB_PASSWORD ORACLE_PASSWORD GRAFANA_ADMIN_PASSWORD CLOAKROOM_ADMIN_TOKEN; do
    case $(value_of "$name") in
      "") fail "$name is not set: copy docker/.env.example to docker/.env and give each password a value" ;;
      *[!A-Za-z0-9._-]*) fail "$name holds other characters than letters, digits and . _ -" ;;
    esac
  done
  case $(value_of CLOAKROOM_ADMIN_TOKEN) in
    ????????????????*) ;;
    *) fail "CLOAKROOM_ADMIN_TOKEN has fewer than 16 characters, and the nodes take no shorter one" ;;
  esac
}

# Requires the unpacked zip around this folder: the images contain its programs.
require_zip() {
  [ -f "$here/../REVISION" ] \
    || fail "$(cd "$here/.." && pwd) is not an unpacked zip: unpack cloakroom-VERSION.zip (mvn -Pdist -DskipTests builds it in bench-jmh/target/dist) and run docker/$(basename "$0") there"
}

# Fails after an attempt to start services; compose has reported the cause.
not_started() {
  fail "the services did not start: docker compose --project-name cloakroom ps --all shows their states, and logs SERVICE their messages"
}

# Runs a service once: once [OPTION]... SERVICE [ARGUMENT]...
once() {
  compose --profile controller run --rm --no-deps -T "$@"
}

# Moves a folder from the volume of a service to docker/results, if the folder is there: fetch SERVICE FOLDER
fetch() {
  archive=$here/results/$2.tar
  mkdir -p "$here/results"
  if once --entrypoint sh "$1" -c "cd /results && if [ -d $2 ]; then tar -c --exclude=.jmeter-home $2; fi" >"$archive" \
    && { [ ! -s "$archive" ] || tar -C "$here/results" -xof "$archive"; }; then
    if [ -s "$archive" ]; then
      once --entrypoint rm "$1" -rf "/results/$2"
      echo "results: $here/results/$2"
    fi
    rm "$archive"
  else
    fail "cannot copy the results to $here/results; they are still in the project's volume: free space or permissions there, then run this command again"
  fi
}
