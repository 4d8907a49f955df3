/** Marks that mean something in Markdown wherever they stand. */
const anywhere = /[`*<]|\\(?=[!-/:-@[-`{-~\n]|$)|&(?=#?\w{1,32};)/g;
const underscores = /(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu;
/** A dollar that would begin a formula with a later one. */
const dollars = /\$(?=\S[^\n$]*\$|\$)/g;
const links = /\](?=[([:])/g;
/** Marks that mean something at the beginning of a line. */
const atStart = /^(\s{0,3})([#>+=~|-]|\d{1,9}[.)])/gm;

/**
 * Escapes plain text so that Markdown shows it as it is. Brackets, dollars and underscores inside words stay readable.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(anywhere, String.raw`\$&`)
    .replaceAll(underscores, String.raw`\_`)
    .replaceAll(dollars, String.raw`\$`)
    .replaceAll(links, String.raw`\]`);

/** Escapes what would begin a block, such as `# ` or `1.`, in every line of a text. */
export const escapeLineStarts = (text: string): string =>
  text.replaceAll(atStart, (_whole, blank: string, mark: string) =>
    /^\d/.test(mark) ? `${blank}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${blank}\\${mark}`,
  );
