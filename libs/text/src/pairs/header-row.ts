import { searchKey } from '../keys.ts';

const words = (text: string) => new Set(text.split(' ').map(searchKey));

/** Names of the two columns, by language. A header row has one of each set. */
const names: readonly { front: ReadonlySet<string>; back: ReadonlySet<string> }[] = [
  {
    front: words('front question term word phrase prompt concept vocabulary expression'),
    back: words('back answer definition meaning translation description explanation'),
  },
  {
    front: words('mbele neno swali istilahi msamiati'),
    back: words('nyuma maana jibu tafsiri ufafanuzi fasili'),
  },
  {
    front: words('recto mot question terme'),
    back: words('verso définition réponse traduction sens signification'),
  },
  {
    front: words('anverso palabra pregunta término frente termo pergunta'),
    back: words('reverso definición respuesta traducción significado verso definição resposta tradução'),
  },
  {
    front: words('Vorderseite Wort Begriff Frage'),
    back: words('Rückseite Bedeutung Definition Antwort Übersetzung'),
  },
  { front: words('كلمة سؤال مصطلح'), back: words('معنى جواب تعريف ترجمة') },
  { front: words('ቃል ጥያቄ'), back: words('ትርጉም መልስ ፍቺ') },
  { front: words('शब्द प्रश्न'), back: words('अर्थ उत्तर परिभाषा') },
];

/** Whether the first line of a list names its columns. */
export function isHeaderRow(front: string, back: string): boolean {
  if (front.length > 40 || back.length > 40) return false;
  const [left, right] = [searchKey(front), searchKey(back)];
  return names.some((each) => each.front.has(left) && each.back.has(right));
}
