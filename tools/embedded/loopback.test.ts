import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from './loopback.ts';

it('a client of a stopped server does not connect to itself: no assigned port is one of the ports for clients', async () => {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(Number(first));
});

it('future servers get different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(new Set(ports).size).toBe(ports.length);
});
