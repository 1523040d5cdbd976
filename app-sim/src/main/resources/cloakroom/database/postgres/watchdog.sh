# Stops a server and removes its instance directory ($1) when the owner has ended. Standard input is a pipe
# whose other end only the owner has open: it ends when the owner closes it or dies.
trap '' INT TERM HUP QUIT PIPE
dir=$1
cat >/dev/null
cd /

# the server's process id, negative for a server in single-user mode
pid=$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null)
pid=${pid#-}

arguments() {
  if [ -r "/proc/$pid/cmdline" ]; then
    tr '\0' ' ' <"/proc/$pid/cmdline"
  else
    ps -ww -o args= -p "$pid"
  fi 2>/dev/null
}

# false for another process that reused the server's id
runs() {
  case $(arguments) in
    *"$dir/data"*) true ;;
    *) false ;;
  esac
}

rest() {
  sleep 0.1 2>/dev/null || sleep 1
}

stop() {
  kill -s "$1" "$pid" 2>/dev/null
  n=0
  while runs && [ $n -lt 100 ]; do
    rest
    n=$((n + 1))
  done
}

if [ -n "$pid" ] && runs; then
  # suspended processes do not handle other signals
  kill -s CONT "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) 2>/dev/null
  stop QUIT
  if runs; then stop KILL; fi
fi

# retried, as an ending process may still write; rm does not follow links
n=0
while [ -e "$dir" ] && [ $n -lt 50 ]; do
  rm -rf "$dir" 2>/dev/null || rest
  n=$((n + 1))
done
