const marks = /!?\[([^\]]*)\]\([^)]*\)|<[^>]{0,200}>|[*`#|]+|\$+/g;

/** Words of a side for places that show no rich text, such as names for screen readers. */
export const wordsOf = (text: string, format: 'PLAIN' | 'RICH'): string =>
  format === 'PLAIN'
    ? text
    : text.replaceAll(marks, (_mark, words: string | undefined) => words ?? '').trim();
