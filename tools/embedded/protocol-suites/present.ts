/** Returns a value that must be present; throws with a clear message otherwise. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error('The response of the server lacks an expected value.');
  return value;
}
