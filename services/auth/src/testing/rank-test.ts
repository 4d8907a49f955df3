export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
};

/** Standard error of a sample's median, from the distance of its quartiles, which single slow calls do not change. */
export function errorOfMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const quarter = Math.floor(sorted.length / 4);
  const distance = (sorted.at(-1 - quarter) ?? NaN) - (sorted[quarter] ?? NaN);
  return (0.93 * distance) / Math.sqrt(sorted.length);
}

/** Abramowitz and Stegun 7.1.26; the error is below 2e-7. */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const [a, b, c, d, e] = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  return t * (a + t * (b + t * (c + t * (d + t * e)))) * Math.exp(-x * x);
}

/**
 * Two-sided p-value of the Mann-Whitney test: how probable a difference of the ranks this large is when both samples come
 * from one distribution. Normal approximation, for samples above 20 without many equal values.
 */
export function rankTest(one: readonly number[], other: readonly number[]): number {
  const ranked = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  ranked.sort((left, right) => left.value - right.value);
  const rankSum = ranked.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0);
  const [n, m] = [one.length, other.length];
  const expected = (n * (n + m + 1)) / 2;
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12);
  return complementaryError(Math.abs(rankSum - expected) / deviation / Math.SQRT2);
}
