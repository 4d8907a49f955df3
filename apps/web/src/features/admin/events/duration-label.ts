import { t } from '@lingui/core/macro';

const units: [seconds: number, label: (count: number) => string][] = [
  [86_400, (count) => t`${count} d`],
  [3_600, (count) => t`${count} h`],
  [60, (count) => t`${count} min`],
];

/** The largest unit that fits: 75 is 1 min. */
export function durationLabel(seconds: number): string {
  const [size, label] = units.find(([size]) => seconds >= size) ?? [1, (count: number) => t`${count} s`];
  return label(Math.floor(seconds / size));
}
