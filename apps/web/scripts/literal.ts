/** A value as the text of a script in a page. */
export const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
