import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import upng from 'upng-js';

const folder = join(import.meta.dirname, '../../../../apps/web/gallery/pictures');
const colours = 256;
const paletteType = 3;

/** Reduces new pictures of the gallery to 256 colours, which makes them half as large. */
function shrink(path: string) {
  const bytes = readFileSync(path);
  const picture = upng.decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (picture.ctype === paletteType) return;
  const shrunk = upng.encode(upng.toRGBA8(picture), picture.width, picture.height, colours);
  writeFileSync(path, new Uint8Array(shrunk));
}

for (const name of readdirSync(folder)) shrink(join(folder, name));
