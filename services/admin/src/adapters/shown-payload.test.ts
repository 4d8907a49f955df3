import { expect, it } from 'vitest';
import { shownPayload } from './shown-payload.ts';

it.each(['mwamba-4711', '"mwamba-4711"', '{"password":"mwamba-4711"', '4711'])(
  'operators see only size and hash of a payload that is no JSON object: %s',
  (text) => {
    expect(shownPayload(text)).not.toContain('4711');
    expect(shownPayload(text)).toMatch(/^\(not a JSON object: \d+ bytes, SHA-256 [0-9a-f]{64}\)$/);
  },
);
