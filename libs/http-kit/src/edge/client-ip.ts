import { internalHeaders } from '@kumbuka/contracts';
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { matchesKey } from '../server/shared-key.ts';

type IncomingRequest = Pick<FastifyRequest, 'headers' | 'ip'>;

/**
 * Address of the client: the one that an authenticated web server reports, else the one that the outermost trusted
 * proxy saw, else the direct peer.
 */
export function clientIp(
  request: IncomingRequest & Pick<FastifyRequest, 'socket'>,
  webKeys: readonly string[] = [],
): string {
  const reported = request.headers[internalHeaders.ip];
  const sentKey = request.headers[internalHeaders.webKey];
  const isFromWeb = webKeys.some((key) => matchesKey(sentKey, key));
  if (isFromWeb && typeof reported === 'string' && isIP(reported)) return reported;
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const prefixOfIpv4 = '0:0:0:0:0:ffff:';
const bytesOf = (group: string) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255];

/**
 * Network that limits count: an IPv4 address, also in IPv6 notation, or a /64, which providers assign to one
 * customer.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const groups = groupsOf(ip);
  if (groups.join(':').startsWith(prefixOfIpv4)) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Further characters of a user agent are ignored. */
const maxUserAgentLength = 500;

/** User agent of the client; '' without one. */
export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  headers['user-agent']?.slice(0, maxUserAgentLength) ?? '';

/** In a service: network of the client, as reported by the edge. */
export function ipOf(request: IncomingRequest): string {
  const reported = request.headers[internalHeaders.ip];
  return networkOf(typeof reported === 'string' && reported !== '' ? reported : request.ip);
}
