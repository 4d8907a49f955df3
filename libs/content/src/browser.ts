import createPurify from 'dompurify';
import { allowed, droppedWithText, isAllowedAttribute, needsAddress } from './allow-list.ts';
import { markdownToHtml } from './markdown.ts';

const purify = createPurify(window);
purify.addHook('uponSanitizeAttribute', (element, data) => {
  data.keepAttr = isAllowedAttribute(element.localName, data.attrName, data.attrValue);
});
purify.addHook('afterSanitizeAttributes', (element) => {
  if (needsAddress(element.localName) && !element.hasAttribute('src')) element.remove();
});

const attributes = [...new Set(Object.values(allowed).flatMap((each) => Object.keys(each)))];

/** Keeps what the allow-list has. The caller limits length and depth. */
const sanitizeHtml = (html: string): DocumentFragment =>
  purify.sanitize(html, {
    ALLOWED_TAGS: [...Object.keys(allowed), '#text'],
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORBID_CONTENTS: droppedWithText,
    KEEP_CONTENT: true,
    RETURN_DOM_FRAGMENT: true,
  });

/** Elements of a rich text, with formulas and code that are not drawn yet. */
export const renderRich = (text: string): DocumentFragment => sanitizeHtml(markdownToHtml(text));
