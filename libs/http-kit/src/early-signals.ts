/**
 * For `node --import`: the first process of a container ignores SIGTERM as long as nobody listens, so that one that
 * comes while its code is loaded would be lost. startService takes over.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
