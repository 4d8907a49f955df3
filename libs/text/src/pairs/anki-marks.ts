/** Files of a collection: sounds, and areas of a picture. The pattern stops at the next mark, so that it is linear. */
const files = / ?(?:\[(?:sound|anki:play):[^[\]]*\]|image-occlusion:[^{}]*)/g;
/** `{{c1::hidden::hint}}` without a further cloze inside. Anki hides the parts of one number together. */
const cloze = /\{\{c([1-9]\d?)::((?:(?!\{\{c\d|\}\}|::)[^])*)(?:::((?:(?!\{\{c\d|\}\})[^])*))?\}\}/g;
/** How deep clozes inside clozes are read. */
const maxDepth = 3;

/** Hides the parts of one number as Anki does: `[...]`, or the hint in brackets. Other parts are shown. */
function clozeCard(text: string, number: string): { question: string; answer: string } {
  const hidden: string[] = [];
  let question = text;
  for (let depth = 0; depth < maxDepth; depth += 1)
    question = question.replace(cloze, (_mark, own: string, part: string, hint?: string) => {
      if (own !== number) return part;
      hidden.push(part.trim());
      return `[${hint?.trim() || '...'}]`;
    });
  return { question, answer: hidden.filter(Boolean).join(', ') };
}

/** Returns the cards of a note of an Anki export: one for each number of its clozes, or the note itself. */
export function cardsOfNote(note: readonly string[]): string[][] {
  const fields = note.map((each) => each.replace(files, '').trim());
  const [text = '', ...rest] = fields;
  const numbers = new Set([...text.matchAll(/\{\{c([1-9]\d?)::/g)].map(([, number = '']) => number));
  const cards = [...numbers].map((number) => clozeCard(text, number));
  const gaps = cards.filter(({ question }) => question !== text);
  // The other fields are no answers; the report names them once.
  return gaps.length === 0
    ? [fields]
    : gaps.map(({ question, answer }, at) => [question, answer, ...(at === 0 ? rest : [])]);
}
