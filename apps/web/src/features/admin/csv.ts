/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

/** A cell that no spreadsheet runs: one that begins like a formula gets an apostrophe; quotes are doubled. */
export function cellOf(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Rows as CSV by RFC 4180. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
