# Cleans up after a process that can no longer do so itself.
#
# $1 is the instance directory of a server. Standard input is a pipe whose other end only the server's
# owner holds: it ends when the owner lets go of it or dies, however it dies.
trap '' INT TERM HUP QUIT PIPE
dir=$1
cat >/dev/null
cd /

# the server's process, or with a minus sign that of a server in single-user mode
pid=$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null)
pid=${pid#-}

arguments() {
  if [ -r "/proc/$pid/cmdline" ]; then
    tr '\0' ' ' <"/proc/$pid/cmdline"
  else
    ps -ww -o args= -p "$pid"
  fi 2>/dev/null
}

# a process that only got the server's old number is not the server
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
  # one that was suspended hears nothing, nor do its children
  kill -s CONT "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) 2>/dev/null
  stop QUIT
  if runs; then stop KILL; fi
fi

# something may still be writing its last words; data that is only linked is not followed
n=0
while [ -e "$dir" ] && [ $n -lt 50 ]; do
  rm -rf "$dir" 2>/dev/null || rest
  n=$((n + 1))
done
