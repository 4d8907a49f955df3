import { renderRich } from '@kumbuka/content/server';
import { describe, expect, it } from 'vitest';
import { fieldToHtml } from './from-markdown.ts';
import { mediaReferences, withMediaAddresses } from './media-references.ts';
import { convertHtml } from './to-markdown.ts';

const rich = (html: string) => convertHtml(html).rich;

/** What a card shows, without the paragraphs. */
const shown = (html: string) =>
  renderRich(rich(html))
    .replaceAll(/<\/?p>\n?/g, '')
    .trim();

describe('HTML as our Markdown', () => {
  it.each([
    ['<div>a</div><div>b</div>', 'a\\\nb'],
    ['a<br><br>b', 'a\n\nb'],
    ['<div>a<br></div><div>b</div><div><br></div><div>c</div>', 'a\\\nb\n\nc'],
    ['<ul><li>a</li><li><b>b</b><ol><li>c</li></ol></li></ul>', '- a\n- **b**\n\n  1. c'],
    ['<pre><code>if (a &lt; b) {<br>}</code></pre>', '```\nif (a < b) {\n}\n```'],
    ['<code>a`b</code>', '``a`b``'],
    [
      '<table><tr><th>a|b<th>c</tr><tr><td>1<br>2</td></tr></table>',
      '| a\\|b | c |\n| --- | --- |\n| 1<br>2 |  |',
    ],
    ['H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>', 'H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>'],
    ['<ruby><rb>山</rb><rp>(</rp><rt>やま</rt><rp>)</rp></ruby>', '<ruby>山<rt>やま</rt></ruby>'],
    ['<img alt="a b" src="cell wall.jpg">', '![a b](<cell wall.jpg>)'],
    ['[sound:a.mp3]', '![a.mp3](<a.mp3>)'],
    ['<h2>Title</h2>text', '## Title\n\ntext'],
    ['<blockquote>a<br>b</blockquote>', '> a\\\n> b'],
    ['<a href="https://example.org/a">b</a>', '[b](<https://example.org/a>)'],
    ['<a href="javascript:alert(1)">b</a>', 'b'],
    [String.raw`\( a < b_1 \) and \[ x \]`, String.raw`\( a < b_1 \) and \[ x \]`],
    ['[$]a &lt; b[/$] [$$]c[/$$] [latex]$d$[/latex]', String.raw`\(a < b\) \[c\] \(d\)`],
    [String.raw`[latex]\begin{x}[/latex]`, '`\\begin{x}`'],
  ])('%s', (html, markdown) => expect(rich(html)).toBe(markdown));

  it.each([
    '1. no list',
    '# no title',
    '*no* _emphasis_ `no code` &amp;amp; &lt;b&gt;',
    'a_b_c, 2 * 3 * 4, $5 and $6, [a](b), ![a](b)',
    '- no list',
    String.raw`C:\temp\(x`,
    '| no | table |',
    '&gt; no quotation',
    '=== --- +++',
  ])('text that looks like Markdown is shown as it is: %s', (html) => {
    const plain = html.replaceAll('&amp;amp;', '&amp;amp;');
    expect(shown(html)).toBe(plain);
    expect(shown(`<b>x</b> <br>${html}`)).toBe(`<strong>x</strong><br />\n${plain}`);
  });

  it.each([
    ['<b>a</b>b', '<strong>a</strong>b'],
    ['<b>(a)</b>b', '(a)b'],
    ['<b> a </b>', '<strong>a</strong>'],
    ['<b><i>a</i></b>', '<em><strong>a</strong></em>'],
    ['<b>a<br>b</b>', '<strong>a</strong><br />\n<strong>b</strong>'],
    ['山<b>川。</b>山', '山川。山'],
  ])('emphasis never shows its asterisks: %s', (html, wanted) => {
    expect(shown(html)).toBe(wanted);
  });

  it('text without any markup is plain, with its line breaks', () => {
    expect(convertHtml('<div>1 &lt; 2</div><div>&nbsp;3 &amp; 4</div>').plain).toBe('1 < 2\n3 & 4');
    expect(convertHtml('<span style="color: red">a</span>')).toMatchObject({
      plain: 'a',
      omitted: { formatting: true },
    });
    expect(convertHtml('<b>a</b>').plain).toBeNull();
  });

  it('names what is gone', () => {
    expect(
      convertHtml('<script>x</script><img src="https://a.example/b.png"><p onclick=x>a</p>').omitted,
    ).toEqual({
      script: true,
      formatting: false,
      remote: true,
      latex: false,
    });
  });
});

describe('media of a rich text', () => {
  const text = '![](<a b.png>) ![x](<c.mp3>)';
  it('is named, and gets addresses', () => {
    expect(mediaReferences(text)).toEqual(['a b.png', 'c.mp3']);
    expect(withMediaAddresses(text, (name) => (name === 'a b.png' ? '/media/1' : undefined))).toBe(
      '![](/media/1) x',
    );
  });
});

describe('a picture with covered parts', () => {
  const text = '![a (1/2)](<b c.png#parts=1/2;a,1,2,3,4>)';
  it('keeps them with its address, and its words and place without one', () => {
    expect(mediaReferences(text)).toEqual(['b c.png']);
    expect(withMediaAddresses(text, () => '/media/1')).toBe('![a (1/2)](/media/1#parts=1/2;a,1,2,3,4)');
    expect(withMediaAddresses(text, () => undefined)).toBe('a (1/2)');
    expect(withMediaAddresses(text.replace('a ', ''), () => undefined)).toBe('[b c.png] (1/2)');
  });
});

describe('our Markdown as HTML of Anki', () => {
  const picture = `${'a'.repeat(32)}-640x480.webp`;
  it.each([
    ['plain', '1 < 2 "q"\nb', '1 &lt; 2 "q"<br>b'],
    ['rich', '**b** and x<sub>1</sub>', '<p><strong>b</strong> and x<sub>1</sub></p>'],
    ['rich', String.raw`\(a < b\)`, String.raw`<p>\(a &lt; b\)</p>`],
    ['rich', '<script>x</script>', ''],
  ] as const)('%s %s', (format, text, html) => expect(fieldToHtml(text, format)).toBe(html));

  it('shows pictures and plays sounds by their names', () => {
    expect(fieldToHtml(`![a](<${picture}>)`, 'rich')).toContain(`<img src="${picture}" alt="a"`);
    expect(fieldToHtml(`![a](<${'b'.repeat(32)}.mp3>)`, 'rich')).toContain(`[sound:${'b'.repeat(32)}.mp3]`);
  });
});
