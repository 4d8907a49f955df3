import { expect, it } from 'vitest';
import { shownPayload } from './shown-payload.ts';

it.each(['mwamba-4711', '"mwamba-4711"', '{"password":"mwamba-4711"', '4711'])(
  'a payload that is no JSON object is shown only by size and hash: %s',
  (text) => {
    expect(shownPayload(text)).not.toContain('4711');
    expect(shownPayload(text)).toMatch(/^\(not a JSON object: \d+ bytes, SHA-256 [0-9a-f]{64}\)$/);
  },
);
