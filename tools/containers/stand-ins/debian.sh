#!/usr/bin/env bash
# A minimal Debian as a base image, of the machine's own mirror and certificates. It is for this machine alone.
set -euo pipefail
image=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" ${mirror:+"$mirror"} >"$work/log" 2>&1 ||
  { tail "$work/log"; exit 1; }
rm -rf "$work"/root/usr/share/{doc,info,locale}/* "$work"/root/var/cache/apt/* "$work"/root/var/lib/apt/lists/*
cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/ca-certificates.crt"
tar -C "$work/root" --numeric-owner -c . | docker import --change 'CMD ["bash"]' - "$image" >/dev/null
