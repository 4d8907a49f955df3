import { describe, expect, it } from 'vitest';
import { render, type RenderContext } from './render.ts';
import { parseTemplate, TemplateFault } from './template.ts';

const context: RenderContext = {
  fields: new Map([
    ['Front', 'a <b>b</b>'],
    ['Empty', ' <br><div></div>&nbsp;'],
    ['Reading', ' 山[やま]と 川[かわ]'],
    ['Text', '{{c1::Nairobi::city}} is in {{c2::the {{c1::east}} of Africa}}'],
  ]),
  special: { Deck: 'A::B', Tags: 'x <y>' },
  number: 1,
  side: 'front',
  frontSide: 'front [sound:a.mp3]',
};
const html = (template: string, changes: Partial<RenderContext> = {}) =>
  render(parseTemplate(template), { ...context, ...changes }).html;

describe('a template', () => {
  it.each([
    ['{{Front}}|{{ Unknown }}|{{text:Front}}', 'a <b>b</b>||a b'],
    ['{{#Empty}}no{{/Empty}}{{^Empty}}yes{{/Empty}}{{#Front}}{{^Empty}}both{{/Empty}}{{/Front}}', 'yesboth'],
    ['{{furigana:Reading}}', '<ruby>山<rt>やま</rt></ruby>と<ruby>川<rt>かわ</rt></ruby>'],
    ['{{kana:Reading}}/{{kanji:Reading}}', 'やまとかわ/山と川'],
    ['{{cloze:Text}}', '[city] is in the [...] of Africa'],
    ['{{Deck}} {{Tags}}', 'A::B x &lt;y&gt;'],
    ['{{!comment}}{{<b>}}{{strange:Front}}', 'a <b>b</b>'],
    ['{{type:Front}}', ''],
    ['{{hint:Front}}', '[Front]'],
    ['{{FrontSide}}', 'front '],
    ['{{tts en_US:Front}}', ''],
    ['{{#c1}}one{{/c1}}{{#c2}}two{{/c2}}', 'one'],
  ])('%s', (template, wanted) => expect(html(template)).toBe(wanted));

  it('shows gaps, typed answers and hints on the back', () => {
    expect(html('{{cloze:Text}}|{{type:Front}}|{{hint:Front}}', { side: 'back' })).toBe(
      'Nairobi is in the east of Africa|a <b>b</b>|a <b>b</b>',
    );
  });

  it.each(['{{#Front}}', '{{/Front}}', '{{#Front}}{{/Empty}}', '{{#Front}}'.repeat(9)])(
    'is rejected when its sections do not match: %s',
    (template) => expect(() => parseTemplate(template)).toThrow(TemplateFault),
  );

  it('stops when it renders too much', () => {
    expect(() => html('{{FrontSide}}'.repeat(200), { frontSide: 'x'.repeat(9_000) })).toThrow(TemplateFault);
  });
});
