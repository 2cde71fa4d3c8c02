#!/bin/sh
# Makes what docker-compose.yml reads as secrets, each in a file of its own: make-secrets.sh FOLDER
# What is there stays, so that it may be run again. The folder is its owner's alone; within it, whoever a container runs as may read the files.
set -eu
folder=${1:?usage: make-secrets.sh FOLDER}
umask 022
mkdir -p "$folder"
chmod 700 "$folder"

random() { # bytes, as hexadecimal digits
  head -c "$1" /dev/urandom | od -An -tx1 | tr -d ' \n'
}
put() { # name, content: whole or not there, also where the disk is full
  [ -e "$folder/$1" ] && return
  printf '%s\n' "$2" > "$folder/.$1"
  mv "$folder/.$1" "$folder/$1"
}

put key_encryption_key "$(random 32)"
put event_store 'esdb://eventstore:2113?tls=false'
put mongodb_root_password "$(random 24)"
put read_store "mongodb://anamnesis:$(random 24)@mongodb:27017/anamnesis?replicaSet=rs0" # or empty: then read models are in the data volume
put files '' # empty: files are in the data volume; or mongodb://anamnesis-files:PASSWORD@mongodb:27017/anamnesis-files?replicaSet=rs0
put keys '' # the same for the keys: mongodb://anamnesis-keys:PASSWORD@mongodb:27017/anamnesis-keys?replicaSet=rs0
put smtp_url '' # smtp://user:password@host:587, or empty: then mails wait
put first_password "$(random 12)"
echo "Secrets are in $folder. Keep a copy of $folder/key_encryption_key elsewhere: nothing replaces it."
