import { describe, expect, it } from 'vitest';
import { allowed, writtenFormat } from './index.ts';
import { renderRich as renderInBrowser } from './browser.ts';
import { renderRich as renderOnServer } from './server.ts';
import { attacks, deepTexts } from './testing/attacks.ts';

const address = `/media/${'a'.repeat(32)}-640x480.webp`;
const elementsOf = (html: string) => [
  ...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*'),
];
const inBrowser = (text: string) => {
  const box = document.createElement('div');
  box.append(renderInBrowser(text));
  return box.innerHTML;
};
const engines = [
  ['the server', renderOnServer],
  ['the browser', inBrowser],
] as const;
/** As a browser writes it, so that both can be compared. */
const normal = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.innerHTML.replaceAll('<p></p>', '').trim();

describe.each(engines)('a rich text on %s', (_engine, render) => {
  it.each([
    [
      'bold, a list and code',
      '**Nairobi**\n- `a`\n- b',
      '<p><strong>Nairobi</strong></p>\n<ul>\n<li><code>a</code></li>\n<li>b</li>\n</ul>',
    ],
    [
      'inline HTML',
      'H<sub>2</sub>O <ruby>漢<rt>kan</rt></ruby><br><mark>x</mark>',
      '<p>H<sub>2</sub>O <ruby>漢<rt>kan</rt></ruby><br><mark>x</mark></p>',
    ],
    [
      'a formula',
      '$a_1*b*c<d$ and \\(x\\)',
      '<p><span data-formula="inline">a_1*b*c&lt;d</span> and <span data-formula="inline">x</span></p>',
    ],
    ['a formula of its own', '$$\nx^2\n$$', '<p><span data-formula="block">x^2</span></p>'],
    ['prices', 'costs $5 and $10', '<p>costs $5 and $10</p>'],
    [
      'dollars in code',
      '`$x$` and\n```\n$y$\n```',
      '<p><code>$x$</code> and</p>\n<pre><code>$y$\n</code></pre>',
    ],
    ['a heading', '# Title', '<p><strong>Title</strong></p>'],
    [
      'code in a language',
      '```python\nx = 1\n```',
      '<pre><code class="language-python">x = 1\n</code></pre>',
    ],
    ['code in a language called constructor', '```constructor\nx\n```', '<pre><code>x\n</code></pre>'],
    ['code in an unknown language', '```zzz\nx\n```', '<pre><code>x\n</code></pre>'],
    [
      'a picture of ours',
      `![a *lion*](${address})`,
      `<p><img src="${address}" alt="a lion" width="640" height="480"></p>`,
    ],
    [
      'a sound of ours',
      `![lion](/media/${'b'.repeat(32)}.mp3)`,
      `<p><audio controls="" preload="none" src="/media/${'b'.repeat(32)}.mp3" aria-label="lion"></audio></p>`,
    ],
    [
      'a picture of ours with parts',
      `![a](${address}#parts=1/2;a,100,200,300,400;c,0,0,1,10000)`,
      `<p><img src="${address}" alt="a" width="640" height="480" data-parts="1/2;a,100,200,300,400;c,0,0,1,10000"></p>`,
    ],
    [
      'a picture with parts that are not ours',
      `![a](${address}#parts=1/2;a,1)`,
      `<p><img src="${address}" alt="a" width="640" height="480"></p>`,
    ],
    ['a picture of others', '![lion](https://example.org/a.png)', '<p>lion</p>'],
    ['a link', '[Kenya](https://example.org)', '<p>Kenya</p>'],
  ])('a rich text shows %s', (_what, text, html) => expect(normal(render(text))).toBe(normal(html)));

  it.each([
    ['js', 'javascript'],
    ['py', 'python'],
    ['ts', 'javascript'],
    ['sh', 'bash'],
    ['c++', 'c'],
    ['sql', 'sql'],
  ])('a fence called %s has the colours of %s', (short, language) =>
    expect(normal(render(`\`\`\`${short}\nx\n\`\`\``))).toBe(
      normal(`<pre><code class="language-${language}">x\n</code></pre>`),
    ),
  );

  it('a rich text shows a table with its alignment', () => {
    const html = normal(render('| a | b |\n|---|:-:|\n| 1 | 2 |'));
    expect(html).toContain('<th align="center">b</th>');
    expect(html).toContain('<td>1</td>');
  });

  it.each(attacks)('nothing outside the allow-list is left of %s', (text) => {
    const foreign = elementsOf(render(text)).flatMap(({ localName, attributes }) => {
      if (!allowed[localName]) return [localName];
      return [...attributes]
        .filter(({ name, value }) => !allowed[localName]?.[name]?.test(value))
        .map(({ name }) => `${localName} ${name}`);
    });
    expect(foreign).toEqual([]);
  });

  it.each(deepTexts)('a text that is nested too deeply is shown as it is', (text) => {
    const before = process.threadCpuUsage();
    const elements = elementsOf(render(text));
    expect(elements.map(({ localName }) => localName)).toEqual(['p']);
    expect(elements[0]?.textContent).toBe(text);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(10_000);
  });
});

/** Words, pictures, sounds and formulas; where broken HTML is repaired, paragraphs and tables may differ. */
const gist = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const shown = [...body.querySelectorAll('img, audio, span, code, mark, ruby')];
  return [body.textContent.replaceAll(/\s+/g, ' ').trim(), ...shown.map(({ outerHTML }) => outerHTML)];
};

it.each(attacks)('both engines show the same of %s', (text) =>
  expect(gist(inBrowser(text))).toEqual(gist(renderOnServer(text))),
);

it.each([
  ['dollars', '$a'.repeat(5_000)],
  ['backticks', Array.from({ length: 140 }, (_, index) => '`'.repeat(index + 1)).join(' ')],
  ['brackets', '[a](<b'.repeat(1_600)],
  ['images', '!['.repeat(5_000)],
  ['tags', '<a'.repeat(5_000)],
  ['block openers', '\\[ '.repeat(3_300)],
])('many unclosed %s take less than a second', (_what, text) => {
  const before = process.threadCpuUsage();
  renderOnServer(text);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000);
});

describe('the format of a text that a program made', () => {
  it.each([
    '$E = mc^2$',
    '\\(x\\)',
    'a **bold** word',
    'H<sub>2</sub>O',
    '```\ncode\n```',
    '| a |\n|---|\n| b |',
  ])('%j is rich', (back) => expect(writtenFormat({ front: 'Q', back })).toBe('rich'));
  it.each(['costs $5 and $10', '2 * 3 ** 4', 'a < b', 'one | two', 'snake_case_name', '# 1', '<b>x</b>'])(
    '%j is plain',
    (back) => expect(writtenFormat({ front: 'Q', back })).toBe('plain'),
  );
});
