import { plural } from '@lingui/core/macro';

const reasons: Record<string, (count: number) => string> = {
  DECK_NOT_FOUND: (count) =>
    plural(count, {
      one: '# answer could not be saved: the deck was deleted.',
      other: '# answers could not be saved: the deck was deleted.',
    }),
  FLASHCARD_NOT_FOUND: (count) =>
    plural(count, {
      one: '# answer could not be saved: the card was deleted.',
      other: '# answers could not be saved: the cards were deleted.',
    }),
};
const refused = (count: number) =>
  plural(count, {
    one: '# answer could not be saved: the server refused it.',
    other: '# answers could not be saved: the server refused them.',
  });
/** Counted already, by another tab or device. */
const kept = 'ANSWER_REPEATED';

/** How many answers could not be saved, and why; null when none is lost. */
export function refusalText(errorCodes: readonly string[]): string | null {
  const lost = errorCodes.filter((code) => code !== kept);
  const codes = [...new Set(lost.map((code) => (code in reasons ? code : 'REFUSED')))];
  const sentences = codes.map((code) => {
    const count = lost.filter((each) => (each in reasons ? each : 'REFUSED') === code).length;
    return (reasons[code] ?? refused)(count);
  });
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** The answers of one batch are refused one after another. */
const pauseMs = 500;

/** Collects rejected answers and reports them together. */
export function createRefusals(notify: (text: string) => void) {
  let codes: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const text = refusalText(codes);
    codes = [];
    if (text !== null) notify(text);
  };
  return {
    add: (errorCode: string) => {
      codes.push(errorCode);
      clearTimeout(timer);
      timer = setTimeout(flush, pauseMs);
    },
    stop: () => clearTimeout(timer),
  };
}
