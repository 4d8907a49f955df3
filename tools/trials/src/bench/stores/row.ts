/** Figure of one store. */
export interface Row {
  /** Names the line of the table. */
  id: string;
  value: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
