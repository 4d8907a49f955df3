import { connect, type Socket } from 'node:net';
import { live } from '@kumbuka/contracts';
import { answerTo, giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { cpuSeconds, pause, residentMiB, show } from '../product/measure.ts';
import { startProduct, withoutLimits } from '../product/product.ts';

const streams = 5_000;
const atOnce = 8;
const settleMs = 10_000;
const idleMs = 60_000;

/** Makes one learner for each eight streams. */
async function makeLearners(rest: string): Promise<Learner[]> {
  const learners: Learner[] = [];
  const make = async () => {
    while (learners.length < Math.ceil(streams / live.streamsPerAccount)) {
      learners.push(await newLearner(rest, 'bench'));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, make));
  return learners;
}

/** Opens a stream; resolves once its first byte is there. */
function open(port: number, token: string, onChange: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.on('data', (data) => {
      const text = data.toString();
      if (text.includes('event: change')) onChange();
      if (text.includes('\n\n')) resolve(socket);
    });
    socket.write(`GET /live HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`);
  });
}

/** Measures what idle live streams cost the gateway's process. */
async function measure() {
  const product = await startProduct({ args: ['--split'], env: withoutLimits, readyWithinSeconds: 240 });
  const sockets: Socket[] = [];
  try {
    const pid = product.pids()['gateway'] ?? 0;
    const port = Number(new URL(product.graphql).port);
    const learners = await makeLearners(product.rest);
    const [first] = learners;
    if (!first) return;
    let changes = 0;
    const openAll = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const { token } = learners[n % learners.length] ?? first;
        sockets.push(await open(port, token, () => void (changes += 1)));
      }
    };
    await openAll(learners.length);
    for (const socket of sockets.splice(0)) socket.destroy();
    await pause(settleMs);
    const before = residentMiB(pid);
    await openAll(streams);
    await pause(settleMs);
    const cpu = cpuSeconds(pid);
    await pause(idleMs);
    const share = ((cpuSeconds(pid) - cpu) * 100_000) / idleMs;
    const after = residentMiB(pid);
    console.log(`gateway: ${show(before, 0)} MiB warm, ${show(after, 0)} MiB with ${streams} idle streams`);
    console.log(`  +${show(after - before, 0)} MiB, ${show(share, 2)} % of a core over ${idleMs / 1000} s`);
    const deck = await giveDeck(first, 1);
    await pause(2_000);
    changes = 0;
    const began = performance.now();
    await first.call('POST', '/progress', answerTo(deck));
    while (changes < live.streamsPerAccount && performance.now() - began < 10_000) await pause(5);
    console.log(`  an answer reached ${changes} streams after ${show(performance.now() - began, 0)} ms`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await product.stop();
  }
}

await measure();
