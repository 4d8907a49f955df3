const units: [seconds: number, name: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** The largest unit that fits: 75 is 1 min. */
export function durationLabel(seconds: number): string {
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${name}`;
}
