import { useEffect, useRef, useState } from 'react';
import type { EffectRequest } from './effects.worker.ts';
import type { AskedPlan } from '../exam/exam-effect.ts';
import type { MemoryTable } from './memory.ts';
import type { EffectName, effects } from './plan-effects.ts';

type EffectOf<Name extends EffectName> = ReturnType<(typeof effects)[Name]>;
interface EffectResponse<Name extends EffectName> {
  number: number;
  effect: EffectOf<Name>;
}

/** Computes in a worker, or in the page where workers are missing. */
function createComputer<Name extends EffectName>(
  table: MemoryTable,
  name: Name,
  onEffect: (response: EffectResponse<Name>) => void,
) {
  if (typeof Worker === 'undefined')
    return {
      compute: (number: number, plan: AskedPlan) =>
        void import('./plan-effects.ts')
          .then((loaded) => onEffect({ number, effect: loaded.effects[name](table, plan) as EffectOf<Name> }))
          .catch(() => {}),
      stop: () => {},
    };
  const worker = new Worker(new URL('./effects.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<EffectResponse<Name>>) => onEffect(data));
  let isFirst = true;
  return {
    compute: (number: number, plan: AskedPlan) => {
      const request: EffectRequest = { number, name, plan, ...(isFirst ? { table } : {}) };
      isFirst = false;
      worker.postMessage(request, { transfer: [] });
    },
    stop: () => worker.terminate(),
  };
}

/** What a plan would do with the learner's cards; `null` until it is computed. A newer plan replaces an older one. */
export function useEffectOfPlan<Name extends EffectName>(
  table: MemoryTable | null,
  name: Name,
  plan: AskedPlan,
): EffectOf<Name> | null {
  const [effect, setEffect] = useState<EffectOf<Name> | null>(null);
  const computer = useRef<ReturnType<typeof createComputer<Name>>>(null);
  const latest = useRef(0);
  useEffect(() => {
    if (!table) return;
    const created = createComputer(table, name, ({ number, effect: computed }) => {
      if (number === latest.current) setEffect(computed);
    });
    computer.current = created;
    return () => {
      created.stop();
      computer.current = null;
    };
  }, [table, name]);
  const asked = JSON.stringify(plan);
  useEffect(() => {
    latest.current += 1;
    computer.current?.compute(latest.current, JSON.parse(asked) as AskedPlan);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another table has another computer
  }, [asked, table, name]);
  return effect;
}
