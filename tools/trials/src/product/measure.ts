import { readFileSync } from 'node:fs';

export interface Spread {
  p50: number;
  p99: number;
}

/** Computes median and 99th percentile (nearest rank) of milliseconds. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export const show = (value: number, digits = 1) => value.toFixed(digits);

/** Returns the resident memory of a process in MiB (Linux). */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

const ticksPerSecond = 100;

/** Reads the fields of /proc/pid/stat (Linux) from the state on. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Returns the CPU seconds of a process: its user and system ticks. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Whether a signal has stopped a process. False for an ended one. */
export function isStopped(pid: number): boolean {
  try {
    return statOf(pid)[0] === 'T';
  } catch {
    return false;
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Log of parts outside of the trial, which is discarded. */
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
