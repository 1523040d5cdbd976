#!/bin/sh
# Copies a program of the zip to another folder: its jar, its revision, and the libraries that its manifest names.
#   libraries.sh JAR FOLDER      run in the unpacked zip; requires a JDK
set -eu
jar=$PWD/${1:?jar}
folder=${2:?folder}
mkdir -p "$folder/lib"
cp "$jar" REVISION "$folder"
manifest=$(mktemp -d)
(cd "$manifest" && jar --extract --file "$jar" META-INF/MANIFEST.MF)
# a line of a manifest that begins with a blank continues the line before
tr -d '\r' <"$manifest/META-INF/MANIFEST.MF" | sed -e ':join' -e '$!N' -e 's/\n //' -e 't join' -e 'P' -e 'D' \
  | sed -n 's/^Class-Path: //p' | tr ' ' '\n' | while read -r library; do
  # app-sim.jar of the zip replaces lib/app-sim-VERSION.jar
  if [ -e "$library" ] || [ "${library#lib/app-sim-}" = "$library" ]; then
    cp "$library" "$folder/$library"
  fi
done
rm -r "$manifest"
