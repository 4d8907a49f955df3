import type { AskedPlan } from '../exam/exam-effect.ts';
import type { MemoryTable } from './memory.ts';
import { effects, type EffectName } from './plan-effects.ts';

export interface EffectRequest {
  number: number;
  /** Sent once; later requests use the table of the one before. */
  table?: MemoryTable;
  name: EffectName;
  plan: AskedPlan;
}

let table: MemoryTable | undefined;

addEventListener('message', ({ data }: MessageEvent<EffectRequest>) => {
  const { number, name, plan } = data;
  table = data.table ?? table;
  if (table) postMessage({ number, effect: effects[name](table, plan) }, { transfer: [] });
});
