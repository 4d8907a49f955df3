import { asciiDigits, trimText, withoutIgnorables } from './characters.ts';

const emailLimits = { characters: 254, localBytes: 64, labelCharacters: 63, domainCharacters: 253 } as const;

const domainLetters = /^(?:[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]|\u200c|\u200d)+$/u;
/** `new URL` would read such a host as an IPv4 address. */
const numbersOnly = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i;

/** Domain in its ASCII form; `null` for a text that is no domain, such as an IP. */
function asciiDomain(domain: string): string | null {
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

const divide = (email: string) => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
};

/**
 * Unquoted email address with letters of any script, without characters that have a meaning in markup, headers or lists
 * of recipients.
 */
const emailPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether a trimmed text is an email address. Compatibility characters, such as full-width letters, are rejected because
 * some mail servers turn them into another address.
 */
export const isEmail = (value: string): boolean =>
  emailPattern.test(value) && value.normalize('NFKC') === value.normalize('NFC');

const ascii = /^[!-~]+$/;

/**
 * Whether a trimmed text is an address that a new account may have: an email address of at most 254 characters with an
 * ASCII local part of at most 64 bytes and a domain whose ASCII form is valid in DNS. Addresses of older accounts may
 * break this rule.
 */
export function isNewEmail(value: string): boolean {
  const { local, domain } = divide(value);
  return (
    value.length <= emailLimits.characters &&
    isEmail(value) &&
    local.length <= emailLimits.localBytes &&
    ascii.test(local) &&
    isDeliverable(domain)
  );
}

/** Returns the domain key of an email address. */
export const emailDomainKey = (email: string): string => domainKey(divide(trimText(email)).domain);

/** Text that two spellings of one domain share. */
export const domainKey = (domain: string): string =>
  asciiDomain(domain.normalize('NFC')) ?? domain.normalize('NFC').toLowerCase();

/** Text that two spellings of one mailbox share. Takes any text, because addresses of older accounts are longer. */
export function emailKey(email: string): string {
  const trimmed = trimText(email);
  const { local, domain } = divide(trimmed);
  return local === ''
    ? trimmed.normalize('NFC').toLowerCase()
    : `${local.normalize('NFC').toLowerCase()}@${domainKey(domain)}`;
}

/** Converts a copied one-time code to the code that was sent: `123 456`, `123-456`, `١٢٣٤٥٦`. */
export const normaliseCode = (code: string): string =>
  asciiDigits(withoutIgnorables(code)).replace(/[\p{White_Space}\p{Pd}\u2212]+/gu, '');

/** Normalises a password before it is hashed, because keyboards compose accented letters differently. */
export const normalisePassword = (password: string): string => password.normalize('NFC');
