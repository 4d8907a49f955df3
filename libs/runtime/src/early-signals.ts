/**
 * For `node --import`: without a listener, PID 1 of a container ignores a SIGTERM during loading. startService replaces
 * these listeners.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
