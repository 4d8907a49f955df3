import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const worthIt = /\.(m?js|css|svg|json)$/;
const minBytes = 1024;

function brotli(bytes: Buffer) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/** Writes a .br and a .gz beside every built file of 1 KiB or more, so that the server never compresses at run time. */
export function compressFolder(folder: string) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!worthIt.test(name) || statSync(file).size < minBytes) continue;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotli(bytes));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
