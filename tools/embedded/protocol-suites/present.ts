/** Returns a value that must be present; throws with a clear message otherwise. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('The server did not tell what was expected.');
  return value;
}
