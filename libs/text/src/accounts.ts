import { asciiDigits, trimText, withoutIgnorables } from './characters.ts';

export const emailLimits = { localBytes: 64, labelCharacters: 63, domainCharacters: 253 } as const;

const domainLetters = /^(?:[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]|\u200c|\u200d)+$/u;
/** `new URL` would read such a host as an IPv4 address. */
const numbersOnly = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i;

/** Domain in its ASCII form; `null` when it is none, such as an IP. */
export function asciiDomain(domain: string): string | null {
  if (!domainLetters.test(domain) || numbersOnly.test(domain.normalize('NFKC'))) return null;
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '');
  } catch {
    return null;
  }
}

const isLabel = (label: string) =>
  label.length <= emailLimits.labelCharacters && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label);

function isDeliverable(domain: string) {
  const ascii = asciiDomain(domain);
  if (ascii === null || ascii.length > emailLimits.domainCharacters) return false;
  const labels = ascii.split('.');
  return labels.length > 1 && labels.every(isLabel);
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

const divide = (email: string) => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
};

/** Email without white space and invisible characters around it. */
export const trimEmail = (email: string): string => trimText(email);

/**
 * Whether a trimmed text is an address to which email can be sent: an ASCII local part of at most 64 bytes and a
 * domain whose ASCII form DNS takes. Compatibility characters, such as full-width letters, are refused, because some
 * mail servers turn them into another address.
 */
export function isDeliverableEmail(email: string): boolean {
  const { local, domain } = divide(email);
  if (email.normalize('NFKC') !== email.normalize('NFC')) return false;
  return local.length <= emailLimits.localBytes && localPart.test(local) && isDeliverable(domain);
}

/** Domain of an address as keys contain it. */
export const emailDomainKey = (email: string): string => domainKey(divide(trimText(email)).domain);

/** Domain in the form that `emailDomainKey` gives. */
export const domainKey = (domain: string): string =>
  asciiDomain(domain.normalize('NFC')) ?? domain.normalize('NFC').toLowerCase();

/** Version of the rule of `emailKey`; see `identityRule`. */
export const emailRule = 2;

/** Text that two spellings of one mailbox share. Takes any text, because addresses of older accounts are longer. */
export function emailKey(email: string): string {
  const trimmed = trimText(email);
  const { local, domain } = divide(trimmed);
  return local === ''
    ? trimmed.normalize('NFC').toLowerCase()
    : `${local.normalize('NFC').toLowerCase()}@${domainKey(domain)}`;
}

/** Key of an address by the first rule, which older processes write and read. */
export const formerEmailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Key of a username by the first rule, as `formerEmailKey`. */
export const formerUsernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase();

/** One-time code as it was sent, from one that was copied: `123 456`, `123-456`, `١٢٣٤٥٦`. */
export const normaliseCode = (code: string): string =>
  asciiDigits(withoutIgnorables(code)).replace(/[\p{White_Space}\p{Pd}\u2212]+/gu, '');

/** Password as it is hashed. Keyboards compose accented letters differently. */
export const normalisePassword = (password: string): string => password.normalize('NFC');

/** Forms of a password to compare with a stored hash, in this order; older hashes are of the raw bytes. */
export const passwordForms = (password: string): readonly string[] => [
  ...new Set([normalisePassword(password), password]),
];
