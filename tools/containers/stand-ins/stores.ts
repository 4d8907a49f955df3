/**
 * MongoDB's protocol and the mail catcher for containers where the images of MongoDB and Mailpit are not available. The
 * embedded servers listen on loopback only, so proxies forward connections of the other containers.
 */

import { startMail } from '@kumbuka/embedded/mail';
import { startMongo } from '@kumbuka/embedded/mongo';
import { connect, createServer } from 'node:net';

const open = (port: number, target: number) =>
  createServer((socket) => {
    const inner = connect(target, '127.0.0.1');
    socket.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => socket.destroy()).pipe(socket);
  }).listen(port, '0.0.0.0');

const mongo = await startMongo({ port: 37_017, dataDir: '/tmp/mongo' });
const mail = await startMail({ smtpPort: 31_025, pagePort: 38_025 });
const proxies = [open(27_017, 37_017), open(1025, 31_025), open(8025, 38_025)];

process.once('SIGTERM', () => {
  for (const proxy of proxies) proxy.close();
  void Promise.allSettled([mongo.stop(), mail.stop()]).then(() => process.exit(0));
});
