import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from './loopback.ts';

it('a client that dials a server which is away does not meet itself: no port is one of those for clients', async () => {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(Number(first));
});

it('servers that are yet to come are given different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(new Set(ports).size).toBe(ports.length);
});
