import { envelope, type Envelope } from '@kumbuka/contracts';

/** Message that could not be processed, in the form for operators. */
export interface DeadLetter {
  /** Position in its topic. */
  id: string;
  /** `topic partition-offset` of the original, as the dead letter names it; `null` when it names none. */
  origin: string | null;
  /** Service that the event names as its source; `null` for a message that is no event. */
  source: string | null;
  /** Service that failed to process it. */
  reader: string;
  /** `null` for a message that is no event. */
  type: string | null;
  /** `type:id` of the aggregate. */
  aggregate: string | null;
  reason: string;
  error: string;
  attempts: number;
  failedAt: Date | null;
  /** Payload without secrets; `null` when it was too large to keep. */
  payload: string | null;
  discarded: { by: string; at: Date } | null;
}

const secretName = /pass|secret|token|authorization|cookie|otp|code|mail|phone|challenge|signature/i;
/** Patterns with bounded repetitions, because a hostile message could make unbounded ones take seconds. */
const secretTexts = [
  /\bey[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,2000}/g,
  /\b(?:Bearer|Basic)\s{1,10}[\w.~+/=-]{1,2000}/gi,
  /[^\s@"'<>]{1,64}@[\w.-]{1,255}/g,
  /(?<![\w-])\+?\d{9,15}\b/g,
];
const hidden = '(hidden)';
const longest = 20_000;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}\n(and more)` : text);

const withoutTexts = (text: string) =>
  secretTexts.reduce((left, secret) => left.replace(secret, hidden), text);

const deepest = 32;

function withoutIn(value: unknown, depth = 0): unknown {
  if (depth > deepest) return hidden;
  if (Array.isArray(value)) return value.map((inner) => withoutInItem(inner, depth + 1));
  if (typeof value === 'string') return withoutTexts(cut(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? hidden : withoutIn(inner, depth + 1),
    ]),
  );
}

/** Hides texts in lists, because without a field name they may be secrets. */
const withoutInItem = (item: unknown, depth: number): unknown =>
  typeof item === 'string' ? hidden : withoutIn(item, depth);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a message as an event; `null` when it is none. */
export const envelopeIn = (text: string): Envelope | null => envelope.safeParse(parsed(text)).data ?? null;

/** Whether a text is a JSON object or list, which can be redacted by the names of its fields. */
export function isJsonObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null;
}

/** Text with secrets hidden as far as they can be recognised. At most 20,000 characters. */
export function withoutSecrets(text: string): string {
  const value = parsed(text);
  return typeof value === 'object' ? cut(JSON.stringify(withoutIn(value), null, 2)) : withoutTexts(cut(text));
}
