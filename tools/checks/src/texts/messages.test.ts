import { describe, expect, it } from 'vitest';
import { read, sourcesOf } from '../files.ts';
import { hardCodedTexts } from './hard-coded-texts.ts';

const web = 'apps/web/src';

/** Texts that stay as they are, by file. */
const exceptions: Record<string, { texts: readonly string[]; reason: string }> = {
  'features/admin/audit/audit-tab.tsx': {
    texts: ['"deleteUsers"'],
    reason: 'the name of an action, as an example',
  },
  'features/account/page/elements.ts': { texts: ["'Mui-disabled'"], reason: 'a class' },
  'features/account/page/page-form.ts': { texts: ["'Mui-focused'", "'Mui-error'"], reason: 'classes' },
  'features/account/page/start-page.ts': {
    texts: ["'query SignedIn { viewer { id } }'", '`Bearer ${token}`'],
    reason: 'a query and a header',
  },
  'features/ai/generation-dialog.tsx': { texts: ["'(max-width: 599.95px)'"], reason: 'a media query' },
  'features/ai/unwrap-lines.ts': { texts: ["'narrow colon'"], reason: 'name of a separator' },
  'features/billing/subscribe.tsx': { texts: ["'Africa/Nairobi'"], reason: 'a time zone' },
  'features/import/mapping-fields.tsx': { texts: ['HTML', 'Markdown'], reason: 'names of formats' },
  'features/palette/shortcuts.ts': { texts: ["'Ctrl K'"], reason: 'a key' },
  'shared/browser/page-keys.ts': {
    texts: [
      `'button, a, [role="button"]'`,
      `'input, select, textarea, [contenteditable]:not([contenteditable="false"]), '`,
    ],
    reason: 'selectors',
  },
  'features/dashboard/recent-decks.tsx': {
    texts: [
      `'"mark title title" "mark facts act"'`,
      `'"mark title act" "mark facts act"'`,
      `'"mark title edge act" "mark facts edge act"'`,
    ],
    reason: 'areas of a grid',
  },
  'features/settings/export-data.ts': {
    texts: ['`The export has no ${part}.`', "'review log'"],
    reason: 'an error for developers; the panel shows a sentence of its own',
  },
  'shared/apollo/client.ts': {
    texts: ["'Somebody else has signed in.'", '`Bearer ${token}`'],
    reason: 'an error for developers, and a header',
  },
  'shared/offline/offline-link.ts': {
    texts: ["'Deck'", "'Flashcard'"],
    reason: 'names of GraphQL types',
  },
  'shared/offline/local-data.ts': {
    texts: ["'Deck'", "'Flashcard'", "'User'"],
    reason: 'names of GraphQL types',
  },
  'shared/live/live-client.ts': { texts: ["`Bearer ${readToken() ?? ''}`"], reason: 'a header' },
  'shared/export-cards/fetch-export.ts': { texts: ["`Bearer ${readToken() ?? ''}`"], reason: 'a header' },
  'shared/i18n/language-cookie.ts': {
    texts: ['`language=${language}; path=/; max-age=${yearS}; samesite=lax`'],
    reason: 'a cookie',
  },
  'prerender.tsx': { texts: ["'Kumbuka'"], reason: 'the name of the product' },
  'shared/i18n/i18n.ts': { texts: ["'English'", "'Kiswahili'"], reason: 'languages are named in themselves' },
  'shared/browser/timeout.ts': {
    texts: ["'The operation timed out.'"],
    reason: 'an error of the platform',
  },
  'shared/format/page-title.ts': { texts: ['`${title} · Kumbuka`'], reason: 'the name of the product' },
  'shared/format/public-stats.ts': {
    texts: [
      "'query PublicStats { viewer { id stats { streak xp nextLevelXp targetDays completedDays } } }'",
      '`Bearer ${token}`',
    ],
    reason: 'a query and a header',
  },
};

/** A feature that the application loads without its messages would be shown in English. */
const withoutMessages = (code: string) =>
  [...code.matchAll(/(.*?)import\('\.\.\/features\/(\w+)\//gs)]
    .filter(([, before = '', area = '']) => {
      const isAhead = /(?:\bvoid|Document \} = await) $/.test(before);
      return !isAhead && !new RegExp(`(?:withMessages|page)\\(\\s*'${area}',[^;']{0,120}$`).test(before);
    })
    .map(([, , area = '']) => area);

it('a feature that is loaded without its messages is found', () => {
  expect(withoutMessages("const a = () => import('../features/palette/dialog.tsx');")).toEqual(['palette']);
  expect(withoutMessages("const a = () => withMessages('ai', import('../features/palette/a.tsx'));")).toEqual(
    ['palette'],
  );
  expect(withoutMessages("const a = () => withMessages('ai', import('../features/ai/a.tsx'));")).toEqual([]);
});

it('every feature is loaded with its messages', () => {
  const found = sourcesOf(`${web}/app`)
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => withoutMessages(read(`${web}/app`, file)).map((area) => `${file}: ${area}`));
  expect(found).toEqual([]);
});

const plant = (code: string) => hardCodedTexts('planted.tsx', code).map(({ text }) => text);

describe('a hard-coded text is found', () => {
  it.each([
    ['in an element', 'const A = () => <p>Good morning</p>;', 'Good morning'],
    ['beside a message', 'const A = () => <p>Good <Trans>day</Trans></p>;', 'Good'],
    ['in an attribute', 'const A = () => <Field label="Email" />;', '"Email"'],
    ['in a name for screen readers', 'const A = () => <p aria-label="close" />;', '"close"'],
    ['in a toast', "const a = () => notify('Your name is saved.');", "'Your name is saved.'"],
    ['in a template', 'const a = (n: number) => `${n} cards due`;', '`${n} cards due`'],
    ['in a table of labels', "const labels = { dark: 'Dark theme' };", "'Dark theme'"],
    ['after a number', "const marks = [[70, '4 days']];", "'4 days'"],
    ['with a slash', "const a = ['15', 'Minutes/Day'];", "'Minutes/Day'"],
    ['in a branch', "const a = (busy: boolean) => (busy ? 'Sending…' : '');", "'Sending…'"],
    ['in a value of a message', "const a = (n: number) => t`${n > 1 ? 'Many cards' : ''}`;", "'Many cards'"],
  ])('in %s', (_place, code, text) => expect(plant(code)).toEqual([text]));

  it('a message that is read before the language is set is found', () =>
    expect(plant('const title = t`Study`;')).toEqual(['t`Study`']));
});

describe('no text is seen', () => {
  it.each([
    ['in messages', 'const A = () => <Trans>Good <b>day</b></Trans>; const b = () => t`Good day`;'],
    ['in plurals', "const a = (n: number) => plural(n, { one: '# card', other: '# cards' });"],
    ['in styles', "const A = () => <Box sx={{ color: 'Canvas Text', border: '1px solid' }} />;"],
    ['in codes', "const a = (state: string) => state === 'Running now' || codes['Some key'];"],
    ['in errors for developers', "const a = () => { throw new Error('No answer came'); };"],
    ['in types', "type Action = 'Study due cards' | null;"],
  ])('no hard-coded text is found in %s', (_place, code) => expect(plant(code)).toEqual([]));
});

it('every text of the web client is a message', () => {
  const found = sourcesOf(web)
    .filter((file) => !/^(?:test|shared\/theme)\//.test(file))
    .flatMap((file) =>
      hardCodedTexts(file, read(web, file))
        .filter(({ text }) => !exceptions[file]?.texts.includes(text))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    );
  expect(found).toEqual([]);
});

it('every text that may stay untranslated is still in the code', () => {
  const stale = Object.entries(exceptions).flatMap(([file, { texts }]) =>
    texts.filter((text) => !hardCodedTexts(file, read(web, file)).some((found) => found.text === text)),
  );
  expect(stale).toEqual([]);
});
