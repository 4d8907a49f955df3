import sanitize from 'sanitize-html';
import { allowed, droppedWithText, isAllowedAttribute, needsAddress } from './allow-list.ts';
import { markdownToHtml } from './markdown.ts';

const options: sanitize.IOptions = {
  allowedTags: Object.keys(allowed),
  allowedAttributes: Object.fromEntries(
    Object.entries(allowed).map(([element, attributes]) => [element, Object.keys(attributes)]),
  ),
  // Values are checked below, together with the names.
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: droppedWithText,
  disallowedTagsMode: 'discard',
  transformTags: {
    '*': (tagName, attributes) => ({
      tagName,
      attribs: Object.fromEntries(
        Object.entries(attributes).filter(([name, value]) => isAllowedAttribute(tagName, name, value)),
      ),
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => needsAddress(tag) && attribs['src'] === undefined,
};

/** Keeps what the allow-list has. The caller limits length and depth. */
export const sanitizeHtml = (html: string): string => sanitize(html, options);

/** HTML of a rich text, for files and for other programs. */
export const renderRich = (text: string): string => sanitizeHtml(markdownToHtml(text));
