import type { Plan } from '@kumbuka/schedule';
import { effectOf, type MemoryTable } from './plan-effects.ts';

export interface EffectRequest {
  number: number;
  /** Sent once; later requests use the table of the one before. */
  table?: MemoryTable;
  plan: Plan;
}

let table: MemoryTable | undefined;

addEventListener('message', ({ data }: MessageEvent<EffectRequest>) => {
  table = data.table ?? table;
  if (table) postMessage({ number: data.number, effect: effectOf(table, data.plan) }, { transfer: [] });
});
