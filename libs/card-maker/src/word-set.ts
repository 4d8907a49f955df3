/** Set of words that a text lists, separated by spaces. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
