/** What a server must have told; a test that misses it ends here, with words, not at the next property. */
export function given<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('The server did not tell what was expected.');
  return value;
}
