/** Measurement on one store. */
export interface Row {
  /** Id of the line in the table. */
  id: string;
  value: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
