import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixturePath, replaced } from './new-build.ts';

const workspace = new URL('../../../../', import.meta.url);

it.each(Object.entries(replaced))(
  'the fixture %s of the upgrade trial exports what %s does',
  async (fixture, file) => {
    const { default: _none, ...exported } = await import(new URL(file, workspace).href);
    const text = readFileSync(fixturePath(fixture), 'utf8');
    const own = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    const isComplete = /^export \* from '.\/former-/m.test(text);
    expect(Object.keys(exported).filter((name) => !isComplete && !own.includes(name))).toEqual([]);
  },
);
