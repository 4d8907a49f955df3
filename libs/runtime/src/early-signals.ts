/**
 * For `node --import`: PID 1 of a container ignores SIGTERM without a listener, so a signal during loading
 * would be lost. startService takes over.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
