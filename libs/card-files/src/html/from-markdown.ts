import { renderRich } from '@kumbuka/content/server';
import { addressOfMedia } from '@kumbuka/contracts/media';
import { plainToHtml } from './plain-html.ts';
import { withMediaAddresses } from './media-references.ts';
import type { TextFormat } from '../collection.ts';

const formula = /<span data-formula="(inline|block)">([^<]*)<\/span>/g;
const picture = /(<img [^>]*?src=")\/media\//g;
const sound = /<audio [^>]*?src="\/media\/([^"]+)"[^>]*><\/audio>/g;

/** HTML of a rich text as Anki understands it: its maths, its sounds, and pictures by their names. */
const richToHtml = (text: string): string =>
  renderRich(withMediaAddresses(text, addressOfMedia))
    .replaceAll(formula, (_span, kind: string, tex: string) =>
      kind === 'block' ? String.raw`\[${tex}\]` : String.raw`\(${tex}\)`,
    )
    .replaceAll(picture, '$1')
    .replaceAll(sound, '[sound:$1]')
    .trim();

/** Field of a note as Anki stores it. */
export const fieldToHtml = (text: string, format: TextFormat): string =>
  format === 'plain' ? plainToHtml(text) : richToHtml(text);
