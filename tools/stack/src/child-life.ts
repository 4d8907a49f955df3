/**
 * Loaded into every child process before its own code: the child ends in order when its parent says so or is
 * gone, on systems without signals too.
 */
const endInOrder = (): void => void process.emit('SIGTERM');

process.on('disconnect', endInOrder);
process.on('message', (message) => {
  if (message === 'stop') endInOrder();
});
process.channel?.unref();
