import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freePort } from './loopback.ts';

it('freePort returns no ephemeral port, so that a client of a stopped server cannot connect to itself', async () => {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(Number(first));
});

it('freePort returns a different port each time', async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, freePort));
  expect(new Set(ports).size).toBe(ports.length);
});
