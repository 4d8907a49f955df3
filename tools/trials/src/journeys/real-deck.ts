import type { Learner } from '../product/learner.ts';

/** Cards as learners write them: prose, lists, code, other languages and other scripts. */
const kinds = {
  prose:
    'The Tana rises in the Aberdare Range and on the slopes of Mount Kenya, runs east past the Seven Forks dams, then turns south through Garissa and Hola before it reaches the Indian Ocean at Kipini. ',
  list: '- Masinga, the uppermost and largest reservoir\n- Kamburu, where the Thiba joins\n- Gitaru, the deepest fall\n- Kindaruma, the oldest of them\n- Kiambere, the last before the plains\n\n',
  code: 'export function median(values: number[]): number {\n  const sorted = values.toSorted((a, b) => a - b);\n  const middle = Math.floor(sorted.length / 2);\n  return sorted.length % 2 === 1\n    ? sorted[middle]\n    : (sorted[middle - 1] + sorted[middle]) / 2;\n}\n\n',
  kiswahili:
    'Methali hutumika kupitisha hekima ya wazee kwa vizazi vijavyo; msemaji huchagua maneno machache yenye maana pana ili kuonya, kufundisha au kufariji bila kumkwaza msikilizaji. ',
  arabic:
    'النهر مجرى مائي طبيعي يتدفق من المنابع نحو المصب، وتغذيه مياه الأمطار والينابيع والثلوج الذائبة في الجبال العالية. ',
} as const;

type Kind = keyof typeof kinds;
const names: readonly Kind[] = ['prose', 'list', 'code', 'kiswahili', 'arabic'];
const lengths = [20, 45, 90, 160, 300, 600, 900, 1500, 2200, 3000];

const questions: Record<Kind, string> = {
  prose: 'Describe the course of the Tana from its sources to the sea.',
  list: 'Name the dams of the Seven Forks, from the uppermost down.',
  code: 'Write a function that gives the median of a list of numbers.',
  kiswahili: 'Eleza matumizi ya methali katika jamii.',
  arabic: 'ما هو النهر؟',
};

/** Returns a text of a kind with a number of characters, cut anywhere as pasted text may be. */
const textOf = (kind: Kind, length: number) =>
  kinds[kind]
    .repeat(Math.ceil(length / kinds[kind].length))
    .slice(0, length)
    .trim();

/** Creates cards with answers of 20 to 3,000 characters, each kind in each length. Every seventh question is long too. */
function realCards(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length] ?? 'prose';
    const length = lengths[Math.floor(index / names.length) % lengths.length] ?? 20;
    const question = `${index + 1}. ${questions[kind]}`;
    return {
      front_text: index % 7 === 6 ? `${question}\n\n${textOf(kind, 700)}` : question,
      back_text: textOf(kind, length),
    };
  });
}

/** Gives a learner such a deck. Returns its id. */
export async function giveRealDeck(learner: Learner, count: number) {
  const description = textOf('prose', 420);
  const title = 'Rivers, dams and proverbs';
  const deck = { title, description, subject: 'Geography of Kenya', category: 'Kenya', difficulty: 4 };
  const made = await learner.call<{ id: number }>('POST', '/decks', deck);
  for (const card of realCards(count)) {
    const { status } = await learner.call('POST', '/flashcards', { deck_id: made.body.id, ...card });
    if (status !== 201) throw new Error(`A card was rejected with ${status}.`);
  }
  return made.body.id;
}
