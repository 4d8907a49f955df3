import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSpool } from './spool.ts';

const note = {
  guid: null,
  type: 'basic',
  kind: 'basic' as const,
  format: 'plain' as const,
  fields: ['q'.repeat(50), 'a'],
  tags: [],
  cards: [],
};

it('notes that need more room on disk than a read may take end it', () => {
  const spool = createSpool(mkdtempSync(join(tmpdir(), 'card-file-')), 1_000);
  const writeMany = () => {
    for (let count = 0; count < 20; count += 1) spool.note(note);
  };
  expect(writeMany).toThrow('too-much-disk');
  spool.close();
});
