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

/** The fields of /proc/pid/stat (Linux) from the state on. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of CPU that a process has used: its user and system ticks. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Whether a process was stopped by a signal; one that is gone was not. */
export function isStopped(pid: number): boolean {
  try {
    return statOf(pid)[0] === 'T';
  } catch {
    return false;
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of what does not belong to what is tried. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
