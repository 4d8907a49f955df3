import type { CodeLanguage } from '@kumbuka/content';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import css from 'highlight.js/lib/languages/css';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import xml from 'highlight.js/lib/languages/xml';

const languages: Record<CodeLanguage, typeof bash> = { bash, c, css, java, javascript, python, sql, xml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

/** Colours the code of an element. */
export function colourCode(place: Element): void {
  for (const element of place.querySelectorAll('code[class^="language-"]')) {
    const language = element.className.slice('language-'.length);
    element.className = 'hljs';
    element.innerHTML = highlighter.highlight(element.textContent, { language }).value;
  }
}
