import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FitWeights, TrainingItems } from '@kumbuka/schedule';

/** The part of the native package that is used; it ships without types. */
interface NativeEngine {
  FSRSBindingReview: new (rating: number, elapsed: number) => object;
  FSRSBindingItem: new (reviews: object[]) => object;
  computeParameters(items: object[], options: { enableShortTerm: boolean }): Promise<number[]>;
}

const require = createRequire(import.meta.url);

/** The optional native engine of Linux x64; `null` where it is not installed. */
function loadNative(): NativeEngine | null {
  try {
    return require('@open-spaced-repetition/binding-linux-x64-gnu') as NativeEngine;
  } catch {
    return null;
  }
}

function itemsFor({ FSRSBindingItem, FSRSBindingReview }: NativeEngine, items: TrainingItems): object[] {
  let from = 0;
  return items.lengths.map((length) => {
    const places = Array.from({ length }, (_, index) => from + index);
    from += length;
    return new FSRSBindingItem(
      places.map((at) => new FSRSBindingReview(items.ratings[at] ?? 3, items.elapsed[at] ?? 0)),
    );
  });
}

const fitNatively =
  (engine: NativeEngine): FitWeights =>
  (items) =>
    engine.computeParameters(itemsFor(engine, items), { enableShortTerm: true });

/** Fits by WebAssembly, which every platform has; it takes eight times as long. */
async function loadPortable(): Promise<FitWeights> {
  // The module is written for browsers and listens for messages of a pool of threads, which is not used.
  Object.assign(globalThis, { self: { addEventListener: () => {} } });
  const { Fsrs, initSync } = await import('fsrs-browser');
  initSync({ module: readFileSync(require.resolve('fsrs-browser/fsrs_browser_bg.wasm')) });
  return async ({ ratings, elapsed, lengths }) => [
    ...new Fsrs().computeParameters(
      Uint32Array.from(ratings),
      Uint32Array.from(elapsed),
      Uint32Array.from(lengths),
      undefined,
      true,
    ),
  ];
}

export type EngineChoice = 'fastest' | 'portable';

/** Engine that fits weights. Both give the same weights within the precision of their numbers. */
export async function loadEngine(choice: EngineChoice): Promise<FitWeights> {
  const native = choice === 'fastest' ? loadNative() : null;
  return native ? fitNatively(native) : loadPortable();
}
