/** First characters that make a spreadsheet run a cell as a formula. */
const formula = /^[=+\-@\t\r]/;

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Escapes a cell: doubles quotes, and puts an apostrophe before what a spreadsheet would run as a formula. */
export const cellOf = (text: string): string => quoted(formula.test(text) ? `'${text}` : text);

/** Byte order mark. Excel needs it to detect UTF-8. */
const byteOrderMark = '\ufeff';

/** Rows of escaped cells as a CSV file (RFC 4180). */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.join(',')}\r\n`).join('');

/** Names, addresses and passwords as CSV. Passwords are not escaped, because the server rejects formulas. */
export const csvOf = (
  users: readonly { username: string; email: string; password: string | null }[],
): string =>
  csvFile([
    ['username', 'email', 'password'],
    ...users.map(({ username, email, password }) => [
      cellOf(username),
      cellOf(email),
      quoted(password ?? ''),
    ]),
  ]);
