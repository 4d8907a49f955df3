/** First characters that make a spreadsheet run a cell as a formula. */
const formula = /^[=+\-@\t\r]/;

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell that no spreadsheet runs: one that begins like a formula gets an apostrophe; quotes are doubled. */
export const cellOf = (text: string): string => quoted(formula.test(text) ? `'${text}` : text);

/** By this mark Excel knows that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** Names, addresses and passwords as CSV by RFC 4180. Passwords are as they are: the server refuses those like formulas. */
export const csvOf = (
  users: readonly { username: string; email: string; password: string | null }[],
): string =>
  byteOrderMark +
  [
    'username,email,password',
    ...users.map(({ username, email, password }) =>
      [cellOf(username), cellOf(email), quoted(password ?? '')].join(','),
    ),
  ]
    .map((row) => `${row}\r\n`)
    .join('');
