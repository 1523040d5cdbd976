#!/bin/sh
# Starts the program of this file's name, whose jar lies one folder up; JAVA_OPTS go to its JVM.
file=$0
while [ -h "$file" ]; do
  link=$(readlink "$file")
  case $link in
    /*) file=$link ;;
    *) file=$(dirname "$file")/$link ;;
  esac
done
name=$(basename "$file")
home=$(cd "$(dirname "$file")/.." && pwd) || exit 2
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || {
  echo "$name: there is no $java; install a JDK (17 or later), or set JAVA_HOME to its folder" >&2
  exit 2
}
# shellcheck disable=SC2086 # several options
exec "$java" ${JAVA_OPTS-} -jar "$home/$name.jar" "$@"
