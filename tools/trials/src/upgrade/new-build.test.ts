import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { applyEdits, edits } from './new-build.ts';

const workspace = new URL('../../../../', import.meta.url).pathname;

it('the edits of the upgrade trial still find their texts in the sources', () => {
  const root = mkdtempSync(join(tmpdir(), 'kumbuka-edits-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = [...new Set(edits.map(([file]) => file))];
  for (const file of files) cpSync(join(workspace, file), join(root, file));
  applyEdits(root);
  for (const file of files) expect(readFileSync(join(root, file), 'utf8')).toContain('cardAddedV3');
});
