import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';

/** Certificate of 127.0.0.1 for tests only. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBozCCAUmgAwIBAgIUHwzrqcPjUP5RmEqjcioJDqMTfFswCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNa3VtYnVrYS10ZXN0czAgFw0yNjExMjIwMTM2NDJaGA8yMTI2
MTAyOTAxMzY0MlowGDEWMBQGA1UEAwwNa3VtYnVrYS10ZXN0czBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABFHcSDA2M1YyN5V3Z/I2vxDrnscSh5HEUZNZM60tYkCW
Lb+r7leIHVxgYZBC57rl1u3XHBfN46X326yYE0AC/vCjbzBtMB0GA1UdDgQWBBT5
RjFnQOOMVMCPGaD8ddBKhy/0gDAfBgNVHSMEGDAWgBT5RjFnQOOMVMCPGaD8ddBK
hy/0gDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9z
dDAKBggqhkjOPQQDAgNIADBFAiEAvG9YYcjGZXsj1coQ6GrhMd7Y/p4h6dNzq632
ERN4LJcCIEWRWfusfonEE5KqTOz0yY63SIM+PgOkif5IYX+9NLb1
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdWm+CLAH170eWcIm
9lJXPRJMyo30H0jAWytjXB6qSfWhRANCAARR3EgwNjNWMjeVd2fyNr8Q657HEoeR
xFGTWTOtLWJAli2/q+5XiB1cYGGQQue65dbt1xwXzeOl99usmBNAAv7w
-----END PRIVATE KEY-----`;

export interface TlsProxy {
  port: number;
  /** Sets the port that connections are forwarded to. */
  forwardTo(port: number): void;
  /** Number of accepted connections. */
  connectionCount(): number;
  stop(): Promise<void>;
}

/** Starts a TLS-terminating proxy on 127.0.0.1. From then on this process trusts its certificate. */
export async function startTlsProxy(): Promise<TlsProxy> {
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  const sockets = new Set<TLSSocket>();
  let target = 0;
  let count = 0;
  const server = createServer({ cert: certificate, key }, (socket) => {
    count += 1;
    sockets.add(socket);
    const inner = connect(target, '127.0.0.1');
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (port) => (target = port),
    connectionCount: () => count,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
