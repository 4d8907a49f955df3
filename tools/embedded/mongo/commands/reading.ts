import { assertNotDropped } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';
import type { Engine } from '../storage/engine.ts';
import type { View } from '../storage/view.ts';
import { nextTurn, SLICE_MS } from './turns.ts';

/** Throws when a command must stop: its deadline has passed, its client has disconnected or its transaction has ended. */
export type Check = () => void;

/** A command's view of the data, which stays the same while the command yields to others between its slices. */
export interface Reading {
  view: View;
  /** Keeps the states that the view sees until the reading ends. */
  hold(): void;
  /** Runs the steps in slices of a few milliseconds. Returns synchronously when one slice is enough. */
  run<T>(steps: Iterator<unknown, T>, check: Check): T | Promise<T>;
  /** Yields to other commands, then runs the check. */
  pause(check: Check): Promise<void>;
  end(): void;
}

export function createReading(engine: Engine, view: View, target?: Collection): Reading {
  let release: (() => void) | undefined;

  function hold(): void {
    if (release || view.transaction) return;
    if (view.seq === Infinity) view.seq = engine.now();
    release = engine.transactions.pin(view.seq);
  }

  async function pause(check: Check): Promise<void> {
    await nextTurn();
    check();
    if (target) assertNotDropped(target);
  }

  function run<T>(steps: Iterator<unknown, T>, check: Check): T | Promise<T> {
    const first = slice(steps);
    return first.done ? first.value : runOn(steps, check);
  }

  async function runOn<T>(steps: Iterator<unknown, T>, check: Check): Promise<T> {
    for (;;) {
      hold();
      await pause(check);
      const next = slice(steps);
      if (next.done) return next.value;
    }
  }

  return { view, hold, run, pause, end: () => release?.() };
}

/** Runs steps until the last one or until the time of the slice is over. */
function slice<T>(steps: Iterator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + SLICE_MS;
  for (;;) {
    const result = steps.next();
    if (result.done || performance.now() >= until) return result;
  }
}
