import { emailKey, formerEmailKey } from '@kumbuka/text';
import type { Ports } from '../ports.ts';

/** Keyed hashes under which codes and emails of an address are stored: of today's rule, and of an older process. */
export const emailMacsOf = ({ secrets }: Pick<Ports, 'secrets'>, email: string): string[] =>
  [...new Set([emailKey(email), formerEmailKey(email)])].map(secrets.emailMacOf);
