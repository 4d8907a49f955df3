import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openings } from './dialogs.ts';

const source = new URL('../../../../apps/web/src/', import.meta.url).pathname;
const layer = /<(?:Dialog|FormDialog|ConfirmDialog|Drawer|Menu)\b|component="dialog"/;
/** Layers that other dialogs consist of. */
const bases = ['shared/ui/dialog/confirm-dialog.tsx', 'shared/ui/dialog/form-dialog.tsx'];

it('the journey of dialogs opens every dialog and menu of the web client', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /(?<!\.(?:test|drill))\.tsx$/.test(name) && layer.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  const opened = new Set([...bases, ...openings.map(({ file }) => file)]);
  expect([...opened].toSorted()).toEqual(files.toSorted());
});
