import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceRoot } from '../workspace.ts';
import { untranslated } from './catalogues.ts';

const folder = 'apps/web/src/locales/sw';
const head = 'msgid ""\nmsgstr ""\n"Language: sw\\n"\n\n';
const inCatalogue = (text: string) =>
  untranslated([{ file: join(workspaceRoot, folder, 'study.po'), text: `${head}${text}` }]);

it('a missing translation is found in a catalogue', async () =>
  expect(await inCatalogue('msgid "Study"\nmsgstr ""\n\nmsgid "Deck"\nmsgstr "Seti"\n')).toEqual([
    `${folder}/study.po: Study`,
  ]));

it('a missing translation is found after a long text', async () =>
  expect(await inCatalogue('msgid ""\n"A long "\n"text"\nmsgstr ""\n')).toEqual([
    `${folder}/study.po: A long text`,
  ]));

it('every message of every catalogue is translated', async () => {
  const files = readdirSync(join(workspaceRoot, folder))
    .map((name) => join(workspaceRoot, folder, name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  expect(files).not.toEqual([]);
  expect(await untranslated(files)).toEqual([]);
});
