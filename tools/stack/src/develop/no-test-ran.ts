import type { Reporter, Vitest } from 'vitest/node';

/** Fails `npm test -- <file> -t <title>` when no title matches, which vitest reports as success. */
export function noTestRan(): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit: (running) => {
      vitest = running;
    },
    onTestRunEnd: (modules) => {
      const pattern = vitest?.config.testNamePattern;
      if (pattern === undefined || modules.length === 0) return;
      const hasRun = modules.some((module) =>
        [...module.children.allTests()].some((test) => test.result().state !== 'skipped'),
      );
      if (hasRun || modules.some((module) => module.state() === 'failed')) return;
      console.error(`No test ran: no title matches ${pattern}.`);
      process.exitCode = 1;
    },
  };
}
