import { codes, erasedThings } from '@kumbuka/contracts';
import { formatsOf, type MailWords } from './english.ts';

const stranger =
  'Ikiwa si wewe, mtu mwingine ana nenosiri lako: chagua jipya ikiwa bado unaweza, na uwaarifu wanaoendesha Kumbuka.';
const nothingToDo = 'Hutatozwa tena kiotomatiki: unalipa tena pale tu unapotaka.';

/** One, many. */
const things: Record<keyof typeof erasedThings, readonly [string, string]> = {
  decks: ['seti', 'seti'],
  flashcards: ['kadi', 'kadi'],
  progress: ['ratiba ya kadi', 'ratiba za kadi'],
  reviews: ['jibu', 'majibu'],
  generations: ['ombi la AI', 'maombi ya AI'],
  subscriptions: ['mpango', 'mipango'],
  sessions: ['kifaa kilichoingia', 'vifaa vilivyoingia'],
  accounts: ['akaunti', 'akaunti'],
};

function erased(counts: readonly { kind: string; count: number }[]): string[] {
  return Object.entries(things).flatMap(([kind, [one, many]]) => {
    const count = counts.reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0);
    return count === 0 ? [] : [`${count === 1 ? one : many} ${count}`];
  });
}

export const kiswahili: MailWords = {
  language: 'sw',
  hello: 'Habari,',
  codes: {
    verification: {
      subject: 'Msimbo wako wa uthibitisho wa Kumbuka',
      lead: 'Tumia msimbo huu kuthibitisha anwani yako ya barua pepe:',
      ignore: 'Ikiwa hukufungua akaunti ya Kumbuka, unaweza kupuuza ujumbe huu.',
    },
    reset: {
      subject: 'Msimbo wako wa kubadilisha nenosiri la Kumbuka',
      lead: 'Tumia msimbo huu kuchagua nenosiri jipya:',
      ignore: 'Ikiwa hukuomba nenosiri jipya, unaweza kupuuza ujumbe huu; nenosiri lako linabaki lilivyo.',
    },
    'email-change': {
      subject: 'Msimbo wako wa Kumbuka wa anwani mpya ya barua pepe',
      lead: 'Tumia msimbo huu kuifanya hii iwe anwani ya barua pepe ya akaunti yako:',
      ignore: 'Ikiwa hukuuomba, unaweza kupuuza ujumbe huu; bila msimbo huu anwani hii haitatumika.',
    },
  },
  notices: {
    'email-changed': {
      subject: 'Anwani ya barua pepe ya akaunti yako ya Kumbuka imebadilishwa',
      lead: 'Akaunti yako sasa ina anwani nyingine ya barua pepe, na hii haiwezi tena kutumika kuingia. Vifaa vingine vimeondolewa.',
      ignore: stranger,
    },
    'password-changed': {
      subject: 'Nenosiri la akaunti yako ya Kumbuka limebadilishwa',
      lead: 'Akaunti yako ina nenosiri jipya. Vifaa vingine vimeondolewa.',
      ignore: stranger,
    },
  },
  services: {
    receipt: {
      subject: 'Risiti yako ya Kumbuka',
      lead: 'Asante. Tumepokea malipo yako:',
      ignore: nothingToDo,
    },
    'erasure-receipt': {
      subject: 'Akaunti yako ya Kumbuka imefutwa',
      lead: 'Kama ulivyoomba, akaunti yako na kila kilichokutaja kimefutwa:',
      ignore:
        'Malipo yanabaki katika vitabu vyetu bila jina lako. Ikiwa si wewe uliyeomba, wape wanaoendesha Kumbuka nambari iliyo hapo juu.',
    },
    refund: {
      subject: 'Malipo yako yamerudishwa, na mpango wako wa Kumbuka',
      lead: 'Malipo yako yamerudishwa kwako, kwa hiyo muda uliolipiwa nayo umeisha:',
      ignore:
        'Seti na maendeleo yako yanabaki, na kila mwezi una maombi ya bure ya AI. Ikiwa hukutarajia hili, wape wanaoendesha Kumbuka risiti iliyo hapo juu.',
    },
    'import-finished': {
      subject: 'Kuleta kadi zako kwenye Kumbuka kumekwisha',
      lead: 'Kuleta kadi ulikoanzisha kumekwisha. Utazipata kadi zako kwenye Seti Zangu:',
      ignore: 'Unaweza kutengua ndani ya siku moja kwenye ukurasa wa Leta kadi.',
    },
    'study-reminder': {
      subject: 'Kadi zinasubiri kurudiwa',
      lead: '',
      ignore:
        'Ulichagua vikumbusho hivi katika mipangilio ya Kumbuka. Siku ambayo umejifunza, hakuna kinachotumwa.',
    },
    'renewal-reminder': {
      subject: 'Mpango wako wa Kumbuka unakaribia kuisha',
      lead: 'Mpango wako unakaribia kuisha:',
      ignore: nothingToDo,
    },
  },
  lifetime: `Unafanya kazi mara moja, kwa dakika ${codes.lifeMinutes}. Hakuna mtu wa Kumbuka atakayekuuliza msimbo huu.`,
  ignoreLink:
    'Kufungua ukurasa huo hakubadilishi chochote; kitufe chake ndicho hufuta akaunti na nenosiri lake.',
  signUpAt: (time) =>
    `Akaunti ilifunguliwa ${time}. Ikiwa si wewe uliyeifungua, futa usajili huo kwenye ukurasa huu:`,
  labels: {
    activeUntil: 'Unatumika hadi',
    receipt: 'Risiti',
    returned: 'Zilizorudishwa',
    requested: 'Iliombwa',
    erased: 'Vilivyofutwa',
    paid: 'Kimelipwa',
    period: 'Kwa ajili ya',
    result: 'Matokeo',
    cardsAdded: 'Kadi zilizoongezwa',
  },
  importOutcomes: {
    done: 'Kadi zote za faili zipo',
    failed: 'Kuliishia njiani; ukurasa wa Leta kadi unaeleza kwa nini',
  },
  due: {
    cards: (count) => (count === 1 ? 'Kadi 1 inasubiri kurudiwa' : `Kadi ${count} zinasubiri kurudiwa`),
    minutes: (count) => `Takriban dakika ${count}.`,
    study: 'Jifunze kadi zinazosubiri',
    stop: 'Acha kunitumia vikumbusho hivi',
  },
  paidOn: (amount, date) => `${amount}, ${date}`,
  period: (from, to) => `Kumbuka, siku 30: ${from} hadi ${to}`,
  erased,
  ...formatsOf('sw-KE'),
};
