const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8];

/** Round top of an axis; even, because its half is named as well. */
export function axisTop(max: number): number {
  if (max <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(max));
  const tops = steps.map((step) => step * power).filter((top) => top % 2 === 0);
  return tops.find((top) => top >= max) ?? 10 * power;
}

/** Percentage of a part; `null` of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);
