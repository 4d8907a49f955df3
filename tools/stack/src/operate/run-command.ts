/** Error whose message tells the operator what to do; commands print it without a stack. */
export class UsageError extends Error {
  readonly code = 'USAGE_WRONG';
}

/** Runs a command with the words of the command line. Prints its error and exits with 1. */
export const runCommand = (run: (words: string[]) => Promise<unknown>): Promise<unknown> =>
  run(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
