import type { Plan } from '@kumbuka/schedule';
import { useEffect, useRef, useState } from 'react';
import type { EffectRequest } from './effects.worker.ts';
import type { Effect, MemoryTable } from './plan-effects.ts';

interface EffectResponse {
  number: number;
  effect: Effect;
}

/** Computes in a worker, or in the page where workers are missing. */
function createComputer(table: MemoryTable, onEffect: (response: EffectResponse) => void) {
  if (typeof Worker === 'undefined')
    return {
      compute: (number: number, plan: Plan) =>
        void import('./plan-effects.ts')
          .then(({ effectOf }) => onEffect({ number, effect: effectOf(table, plan) }))
          .catch(() => {}),
      stop: () => {},
    };
  const worker = new Worker(new URL('./effects.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<EffectResponse>) => onEffect(data));
  let isFirst = true;
  return {
    compute: (number: number, plan: Plan) => {
      const request: EffectRequest = { number, plan, ...(isFirst ? { table } : {}) };
      isFirst = false;
      worker.postMessage(request, { transfer: [] });
    },
    stop: () => worker.terminate(),
  };
}

/** What a plan would do with the learner's cards; `null` until it is computed. A newer plan replaces an older one. */
export function useEffectOfPlan(table: MemoryTable | null, plan: Plan): Effect | null {
  const [effect, setEffect] = useState<Effect | null>(null);
  const computer = useRef<ReturnType<typeof createComputer>>(null);
  const latest = useRef(0);
  useEffect(() => {
    if (!table) return;
    const created = createComputer(table, ({ number, effect: computed }) => {
      if (number === latest.current) setEffect(computed);
    });
    computer.current = created;
    return () => {
      created.stop();
      computer.current = null;
    };
  }, [table]);
  const asked = JSON.stringify(plan);
  useEffect(() => {
    latest.current += 1;
    computer.current?.compute(latest.current, JSON.parse(asked) as Plan);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another table has another computer
  }, [asked, table]);
  return effect;
}
