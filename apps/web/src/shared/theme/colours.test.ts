import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from './theme.ts';
import { dark, light, tint } from './tokens.ts';

const source = join(import.meta.dirname, '../..');
const literal = /#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgba?|hsla?|oklch|lab)\(/i;

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.(generated|test)\.tsx?$/.test(file) && !file.startsWith('shared/theme/'),
  );

it('colours are written in the theme and nowhere else', () => {
  const found = filesOf(source).flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (literal.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it('the page that is shown before the first script has the colours of the theme', () => {
  const html = readFileSync(join(source, '../index.html'), 'utf8');
  const colours = html.match(/#[0-9a-f]{6}/g);
  expect(new Set(colours)).toEqual(new Set([dark.page, dark.nav, light.page, light.nav]));
});

/** Relative luminance of a colour in hexadecimal notation (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A see-through colour such as `rgb(66 85 255 / 0.16)` on an opaque one. */
function blend(over: string, under: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = over.match(/[\d.]+/g)?.map(Number) ?? [];
  const mixed = [red, green, blue].map((value, index) => {
    const below = parseInt(under.slice(1 + 2 * index, 3 + 2 * index), 16);
    return Math.round(value * alpha + below * (1 - alpha));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const schemes = Object.entries({ dark, light });
const surfaces = ['page', 'paper', 'nav', 'raised', 'sunken', 'quietFill', 'answerFace'] as const;
const texts = ['text', 'textSecondary', 'textMuted', 'link', 'good', 'fair', 'poor', 'streak'] as const;
const tags = [
  ['link', 'accent'],
  ['streak', 'due'],
  ['good', 'good'],
  ['poor', 'poor'],
] as const;
const buttonsAndNotes = [
  ['link', 'soft'],
  ['text', 'softHover'],
  ['good', 'goodHover'],
  ['poor', 'poorHover'],
  ['text', 'info'],
  ['text', 'success'],
  ['text', 'warning'],
  ['text', 'error'],
  ['text', 'barHover'],
  ['text', 'selection'],
] as const;

it.each(schemes)('text of the %s theme has a contrast of at least 4.5 on every surface', (_name, scheme) => {
  const weak = surfaces.flatMap((surface) =>
    texts
      .map((text) => ({ text, surface, ratio: contrast(scheme[text], scheme[surface]) }))
      .filter(({ ratio }) => ratio < 4.5),
  );
  expect(weak).toEqual([]);
});

/** Pairs of a text and a see-through fill with less contrast than text needs, on some surface. */
const weakOn = (
  scheme: Record<keyof typeof dark, string>,
  pairs: readonly (readonly [text: keyof typeof dark, fill: keyof typeof tint])[],
  under: readonly (keyof typeof dark)[],
) =>
  under.flatMap((surface) =>
    pairs
      .map(([text, fill]) => ({
        pair: `${text} on ${fill} on ${surface}`,
        ratio: contrast(scheme[text], blend(tint[fill], scheme[surface])),
      }))
      .filter(({ ratio }) => ratio < 4.5),
  );

it.each(schemes)('tags of the %s theme have a contrast of at least 4.5 on every surface', (_name, scheme) =>
  expect(weakOn(scheme, tags, ['paper', 'page', 'answerFace'])).toEqual([]),
);

it.each(schemes)(
  'buttons and notes of the %s theme have a contrast of at least 4.5 on every surface',
  (_name, scheme) => expect(weakOn(scheme, buttonsAndNotes, ['paper', 'page'])).toEqual([]),
);

it.each(['dark', 'light'] as const)(
  'the label of a filled button of the %s theme has a contrast of at least 4.5',
  (name) => {
    const { primary, error } = theme.colorSchemes[name]!.palette;
    const ratios = [primary.main, primary.dark, error.dark].map((fill) =>
      contrast(primary.contrastText, fill),
    );
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  },
);

it.each(['dark', 'light'] as const)(
  'the tick of a finished step of a payment in the %s theme has a contrast of at least 4.5',
  (name) => {
    const { success } = theme.colorSchemes[name]!.palette;
    expect(contrast(success.contrastText, success.main)).toBeGreaterThanOrEqual(4.5);
  },
);

it.each(schemes)('controls and meters of the %s theme have a contrast of at least 3', (_name, scheme) => {
  const weak = (['paper', 'page', 'sunken'] as const).flatMap((surface) =>
    (['control', 'meterFill', 'heat3', 'heat4'] as const)
      .map((mark) => ({ mark, surface, ratio: contrast(scheme[mark], scheme[surface]) }))
      .filter(({ ratio }) => ratio < 3),
  );
  expect(weak).toEqual([]);
});

it.each(schemes)(
  'the steps of the heat map of the %s theme differ from the surface more and more',
  (_name, scheme) => {
    const ratios = (['heat1', 'heat2', 'heat3', 'heat4'] as const).map((step) =>
      contrast(scheme[step], scheme.paper),
    );
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  },
);
