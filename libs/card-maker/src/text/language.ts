export type Language = 'en' | 'sw' | 'other';

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));

const commonWords = {
  en: words('the of and to in is are was were that which by for with from as an it on at this be'),
  sw: words(
    'na ya wa ni kwa katika za la cha vya kwamba hii huu yake hiyo pia kama au ili hivyo kuwa kuhusu zaidi badala jinsi neno mtu watu kitu vitu taja ambayo ambaye ambao',
  ),
  /** Languages without rules of their own; several share words with English or Kiswahili. */
  other: words(
    'le la les des du et est une un dans pour que qui sont der die das und ist ein eine nicht den dem von zu el los las del y es en por con se os da em não uma il che di della sono het een van ve bir bu ni jẹ ti àti ń ta da ne ce của là và các',
  ),
};

const minShare = 0.06;

/** Detects the language of a text or sentence by its commonest words. */
export function languageOf(text: string): Language {
  const found = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const share = (vocabulary: ReadonlySet<string>) =>
    found.filter((word) => vocabulary.has(word)).length / Math.max(1, found.length);
  const [en, sw, other] = [share(commonWords.en), share(commonWords.sw), share(commonWords.other)];
  if (Math.max(en, sw) < minShare || other > Math.max(en, sw)) return 'other';
  return sw > en ? 'sw' : 'en';
}
