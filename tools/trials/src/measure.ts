import { readFileSync } from 'node:fs';

export interface Spread {
  p50: number;
  p99: number;
}

/** Median and 99th percentile (nearest rank) of milliseconds. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export const show = (value: number, digits = 1) => value.toFixed(digits);

/** Resident memory of a process in MiB (Linux). */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

const ticksPerSecond = 100;

/** Seconds of CPU that a process has used (Linux: user and system ticks of /proc/pid/stat). */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
