/**
 * Preloaded into every child process. The child stops gracefully when its parent tells it to or has ended, on systems without
 * signals too. A failed write to its log does not end it.
 */
const endInOrder = (): void => void process.emit('SIGTERM');

process.on('disconnect', endInOrder);
process.on('message', (message) => {
  if (message === 'stop') endInOrder();
});
process.channel?.unref();

// Without listeners, an error of these streams on a full disk would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
