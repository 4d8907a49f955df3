/** Returns the literal of a value for a script in a page. */
export const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
