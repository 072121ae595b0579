#!/bin/sh
# PostgreSQL's archive_command: archive-wal.sh PATH NAME FOLDER
# Keeps each finished piece of the write-ahead log, compressed, whole or not at all, and never in
# the place of another database's. Where the folder takes nothing (full, unplugged) and 128 pieces
# wait, two gigabytes, the oldest is given up: the site goes on, `manage.py doctor` says so, and the
# next base backup is made at once.
set -eu
umask 022
path=$1 kept=$3/$2.gz
if [ -f "$kept" ]; then
    # Kept before a crash could be noted? Then it is the same.
    if gzip -dc "$kept" | cmp -s - "$path"; then exit 0; fi
    echo "archive-wal: $kept belongs to another database: choose another BACKUP_DIR" >&2
elif gzip -1 -c "$path" >"$kept.new" && { sync "$kept.new" 2>/dev/null || sync; } &&
    mv "$kept.new" "$kept"; then
    exit 0
fi
rm -f "$kept.new"
waiting=$(find "${path%/*}/archive_status" -name '*.ready' | wc -l)
if [ "$waiting" -gt "${WAL_MOST:-128}" ]; then
    echo "archive-wal: $2 is given up, $waiting pieces wait" >&2
    exit 0
fi
exit 1
