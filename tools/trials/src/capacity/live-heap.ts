import { once } from 'node:events';
import { pause } from '../product/measure.ts';

const inspector = 'http://127.0.0.1:9229/json/list';
const closeSoon = `setTimeout(() => process.getBuiltinModule('node:inspector').close(), 10); process.pid`;
/** A second collection frees objects that finalizers of the first one released. */
const collections = 2;

async function inspectorOf(pid: number): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1');
  for (let tried = 0; tried < 100; tried++) {
    const response = await fetch(inspector).catch(() => undefined);
    const [page] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
    if (page) {
      const socket = new WebSocket(page.webSocketDebuggerUrl);
      await once(socket, 'open');
      return socket;
    }
    await pause(50);
  }
  throw new Error(`Process ${pid} did not open its inspector.`);
}

interface Usage {
  usedSize: number;
  backingStorageSize: number;
}

/**
 * Measures the MiB of a process's objects and buffers after a full garbage collection, which pauses the process. SIGUSR1
 * opens its inspector, which is closed afterwards because the next process uses the same port.
 */
export async function liveHeapMiB(pid: number): Promise<number> {
  const socket = await inspectorOf(pid);
  let calls = 0;
  const call = async <Result>(method: string, params = {}): Promise<Result> => {
    const id = ++calls;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const message = JSON.parse(data) as { id?: number; result: Result };
      if (message.id === id) return message.result;
    }
  };
  for (let n = 0; n < collections; n++) await call('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await call<Usage>('Runtime.getHeapUsage');
  const closed = once(socket, 'close');
  const { result } = await call<{ result: { value: unknown } }>('Runtime.evaluate', {
    expression: closeSoon,
  });
  if (result.value !== pid)
    throw new Error(`The inspector belongs to process ${String(result.value)}, not to ${pid}.`);
  await closed;
  return (usedSize + backingStorageSize) / 1024 ** 2;
}
