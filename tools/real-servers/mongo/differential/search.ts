import * as fc from 'fast-check';
import { createComparison, type Difference, type Servers } from './compare.ts';
import { scenario } from './generators.ts';
import { canonical } from './replies.ts';
import type { Scenario } from './scenario.ts';

export interface Found {
  seed: number;
  scenario: Scenario;
  difference: Difference;
}

interface Range {
  seed: number;
  scenarios?: number;
  milliseconds?: number;
}

class Differs extends Error {
  readonly difference: Difference;

  constructor(difference: Difference) {
    super('The servers differ');
    this.difference = difference;
  }
}

/** Compares random scenarios of a seed, up to a number or a time. Shrinks the first different one. */
export function createSearch(servers: Servers) {
  const { counts, run } = createComparison(servers);
  const property = fc.asyncProperty(scenario, async (each) => {
    const difference = await run(each);
    if (difference) throw new Differs(difference);
  });

  async function search({ seed, scenarios = 1e9, milliseconds }: Range): Promise<Found | undefined> {
    const result = await fc.check(property, {
      seed,
      numRuns: scenarios,
      ...(milliseconds !== undefined && { interruptAfterTimeLimit: milliseconds }),
    });
    if (!result.failed || !result.counterexample) return undefined;
    const { errorInstance, counterexample } = result;
    if (!(errorInstance instanceof Differs)) throw errorInstance;
    const { difference } = errorInstance;
    const [{ steps, ...others }] = counterexample;
    return { seed, scenario: { ...others, steps: steps.slice(0, difference.steps) }, difference };
  }

  return { counts, search };
}

/** Formats the smallest different scenario. */
export function describeFound({ seed, scenario: { indexes, documents, steps }, difference }: Found): string {
  const { command, real, embedded } = difference;
  const lines = [
    `seed ${seed}`,
    ...indexes.map((each) => `index     ${canonical(each)}`),
    ...documents.map((each) => `document  ${canonical(each)}`),
    ...steps.map((each) => `step      ${canonical(each)}`),
    `differs   ${command}`,
    `real      ${real}`,
    `embedded  ${embedded}`,
  ];
  return lines.join('\n');
}
