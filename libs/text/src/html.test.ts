import { expect, it } from 'vitest';
import { escapeHtml } from './html.ts';

it('text never opens an element or leaves a quoted attribute', () => {
  expect(escapeHtml(`<b title="a" id='b'>&amp;</b>`)).toBe(
    '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;amp;&lt;/b&gt;',
  );
});
