const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const blocks = /(?:<\/?(?:div|p|li|[uod]l|d[td]|tr|table|tbody|h[1-6]|hr|pre|blockquote)(?![\w-])[^<>]*>)+/gi;
const tags = /<(?:\/?[a-z]|!--)[^<>]*>/gi;

function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) return characters[name.toLowerCase()] ?? entity;
  const code = Number(name.slice(1).replace(/^x/i, '0x'));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Returns what a reader sees of HTML: `<br>` and blocks are line breaks, other tags go, entities are characters. */
export const htmlText = (html: string): string =>
  html
    .replace(blocks, '\n')
    .replace(/<br(?![\w-])[^<>]*>/gi, '\n')
    .replace(tags, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, characterOf)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
