import { internalHeaders } from '@kumbuka/contracts';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { matchesKey } from './shared-key.ts';

type Asking = Pick<FastifyRequest, 'headers' | 'ip'>;

/**
 * The client of a way in: told by the web server if it proves itself, else the direct peer, or behind proxies the
 * address that the last of those configured has seen.
 */
export function clientIp(
  request: Asking & Pick<FastifyRequest, 'socket'>,
  webKeys: readonly string[] = [],
): string {
  const told = request.headers[internalHeaders.ip];
  const shown = request.headers[internalHeaders.webKey];
  const byWeb = webKeys.some((key) => matchesKey(shown, key));
  if (byWeb && typeof told === 'string' && isIP(told)) return told;
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
}

/** The eight groups of an IPv6 address in their shortest spelling. */
function groupsOf(ip: string): string[] {
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const inner = '0:0:0:0:0:ffff:';
const bytesOf = (group: string) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255];

/** Whom limits count: an IPv4 address, also one written as IPv6, or the /64 that one customer of a provider has. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const groups = groupsOf(ip);
  if (groups.join(':').startsWith(inner)) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Characters of a user agent that are looked at. */
const userAgentMost = 500;

/** What a client calls itself; '' when it does not. */
export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers['user-agent']?.slice(0, userAgentMost) ?? '';

/** At a service: the network that limits count for, of the client that the edge told. */
export function ipOf(request: Asking): string {
  const told = request.headers[internalHeaders.ip];
  return networkOf(typeof told === 'string' && told !== '' ? told : request.ip);
}
