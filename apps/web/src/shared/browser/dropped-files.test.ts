import { expect, it } from 'vitest';
import { ignoreDroppedFiles } from './dropped-files.ts';

/** Whether the browser would act on a drag of this kind itself. */
function isLeftToBrowser(type: string, types: string[]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } });
  return document.body.dispatchEvent(event);
}

it('a file that is dropped beside its place never replaces the page, and a dragged text still goes into a field', () => {
  ignoreDroppedFiles();
  for (const type of ['dragover', 'drop']) {
    expect(isLeftToBrowser(type, ['Files'])).toBe(false);
    expect(isLeftToBrowser(type, ['text/plain'])).toBe(true);
  }
});
