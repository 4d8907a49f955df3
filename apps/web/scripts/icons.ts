// Writes the icons of the installed app from the sign of the product. Run it after a change of `favicon.svg`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../public');
const favicon = readFileSync(join(folder, 'favicon.svg'), 'utf8');

/** Systems cut a maskable icon to their own shape: it has no corners, and its sign lies in the inner 60 percent. */
function maskable(svg: string): string {
  const sign = /<path [^>]*\/>/.exec(svg)?.[0];
  const colour = /<rect [^>]*fill="([^"]+)"/.exec(svg)?.[1];
  if (!sign || !colour) throw new Error('favicon.svg has no sign on a coloured square.');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/>` +
    `<g transform="translate(4.8 4.8) scale(0.7)">${sign}</g></svg>`
  );
}

async function write(name: string, svg: string, size: number) {
  const image = sharp(Buffer.from(svg), { density: 72 * (size / 32) }).resize(size, size);
  writeFileSync(join(folder, name), await image.png({ compressionLevel: 9, palette: true }).toBuffer());
}

for (const size of [192, 512]) {
  await write(`icon-${size}.png`, favicon, size);
  await write(`icon-maskable-${size}.png`, maskable(favicon), size);
}
await write('apple-touch-icon.png', maskable(favicon), 180);
