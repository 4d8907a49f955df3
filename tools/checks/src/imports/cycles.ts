import type { Module } from './imports.ts';

interface Visit {
  order: number;
  /** Lowest order of a file on the current path that this file can reach. */
  reach: number;
}

/** Returns import cycles, type imports included; each cycle once, sorted by path (Tarjan, 1972). */
export function cyclesIn(modules: readonly Module[]): string[][] {
  const byFile = new Map(modules.map((module) => [module.file, module]));
  const visits = new Map<string, Visit>();
  const path: string[] = [];
  const cycles: string[][] = [];

  const visit = ({ file, imports }: Module): Visit => {
    const here = { order: visits.size, reach: visits.size };
    visits.set(file, here);
    path.push(file);
    for (const next of imports) here.reach = Math.min(here.reach, reachThrough(next.file));
    if (here.reach === here.order) close(path.splice(path.indexOf(file)));
    return here;
  };
  const reachThrough = (file = ''): number => {
    const module = byFile.get(file);
    const seen = visits.get(file);
    if (module === undefined) return Infinity;
    if (seen === undefined) return visit(module).reach;
    return path.includes(file) ? seen.order : Infinity;
  };
  const close = (circle: string[]) => {
    if (circle.length > 1) cycles.push(circle.toSorted());
  };

  for (const module of modules) if (!visits.has(module.file)) visit(module);
  return cycles;
}
