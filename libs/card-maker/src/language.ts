export type Language = 'en' | 'sw' | 'other';

const common = {
  en: new Set(
    'the of and to in is are was were that which by for with from as an it on at this be'.split(' '),
  ),
  sw: new Set(
    'na ya wa ni kwa katika za la cha vya kwamba hii huu yake hiyo pia kama au ili hivyo kuwa'.split(' '),
  ),
};

/** The language that a text or sentence is written in, by its commonest words. */
export function languageOf(text: string): Language {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const share = (known: Set<string>) =>
    words.filter((word) => known.has(word)).length / Math.max(1, words.length);
  const [en, sw] = [share(common.en), share(common.sw)];
  if (Math.max(en, sw) < 0.06) return 'other';
  return sw > en ? 'sw' : 'en';
}
