/**
 * Loaded into every child process before its own code: the child ends in order when its parent says so or is
 * gone, on systems without signals too, and by nothing that it could not write to its log.
 */
const endInOrder = (): void => void process.emit('SIGTERM');

process.on('disconnect', endInOrder);
process.on('message', (message) => {
  if (message === 'stop') endInOrder();
});
process.channel?.unref();

// On a full disk an error of these streams would end the process; what is written later is written again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
