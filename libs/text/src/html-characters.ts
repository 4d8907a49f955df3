/** Names of U+00A0 to U+00BF in their order; letters with accents are composed instead. */
const signs =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest'.split(
    ' ',
  );
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const others =
  'amp& lt< gt> quot" apos\' AElig\u00c6 aelig\u00e6 ETH\u00d0 eth\u00f0 THORN\u00de thorn\u00fe Oslash\u00d8 oslash\u00f8 szlig\u00df OElig\u0152 oelig\u0153 Lstrok\u0141 lstrok\u0142 Dstrok\u0110 dstrok\u0111 inodot\u0131 imath\u0131 eng\u014b times\u00d7 divide\u00f7 half\u00bd fnof\u0192 ' +
  'ensp\u2002 emsp\u2003 thinsp\u2009 zwnj\u200c zwj\u200d lrm\u200e rlm\u200f ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e dagger\u2020 Dagger\u2021 bull\u2022 hellip\u2026 permil\u2030 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203a oline\u203e frasl\u2044 euro\u20ac trade\u2122 ' +
  'image\u2111 weierp\u2118 real\u211c alefsym\u2135 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 harr\u2194 crarr\u21b5 lArr\u21d0 uArr\u21d1 rArr\u21d2 dArr\u21d3 hArr\u21d4 forall\u2200 part\u2202 exist\u2203 empty\u2205 nabla\u2207 isin\u2208 notin\u2209 ni\u220b prod\u220f sum\u2211 minus\u2212 lowast\u2217 radic\u221a prop\u221d infin\u221e ang\u2220 and\u2227 or\u2228 cap\u2229 cup\u222a int\u222b there4\u2234 sim\u223c cong\u2245 asymp\u2248 ne\u2260 equiv\u2261 le\u2264 ge\u2265 sub\u2282 sup\u2283 nsub\u2284 sube\u2286 supe\u2287 oplus\u2295 otimes\u2297 perp\u22a5 sdot\u22c5 ' +
  'lceil\u2308 rceil\u2309 lfloor\u230a rfloor\u230b lang\u27e8 rang\u27e9 loz\u25ca spades\u2660 clubs\u2663 hearts\u2665 diams\u2666 check\u2713 cross\u2717 star\u2606 female\u2640 male\u2642 thetasym\u03d1 upsih\u03d2 piv\u03d6 circ\u02c6 tilde\u02dc Tab\u0009 NewLine\u000a lbrace{ rbrace} lbrack[ rbrack] lpar( rpar) num# dollar$ percnt% ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ bsol\\ lowbar_ verbar| hyphen\u2010';

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function namesOfCharacters(): Map<string, string> {
  const names = new Map(signs.map((name, at) => [name, String.fromCharCode(0xa0 + at)]));
  for (const [at, name] of greek.entries()) {
    names.set(name, String.fromCharCode(0x3b1 + at));
    if (name !== 'sigmaf') names.set(capital(name), String.fromCharCode(0x391 + at));
  }
  for (const [, name = '', character = ''] of others.matchAll(/(\w+?)(?=[^\w]|_ )([^])(?: |$)/g))
    names.set(name, character);
  return names;
}

/** Read at the first entity, because most texts have none. */
let characters: Map<string, string> | null = null;

/** Accents by the end of the name of a letter, such as `eacute`. */
const accents: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030a',
  dblac: '\u030b',
  caron: '\u030c',
  cedil: '\u0327',
  ogon: '\u0328',
};

/** Returns the letter of a name such as `eacute`; `null` when Unicode has no such letter. */
function composedOf(name: string): string | null {
  const letter = `${name.charAt(0)}${accents[name.slice(1)] ?? ''}`.normalize('NFC');
  return name.slice(1) in accents && letter.length === 1 ? letter : null;
}

/** Returns the character of an entity such as `&eacute;`, `&#233;` or `&#xe9;`; an unknown entity stays. */
export function characterOf(entity: string, name: string): string {
  if (name.startsWith('#')) {
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  }
  characters ??= namesOfCharacters();
  const character = characters.get(name) ?? composedOf(name) ?? characters.get(name.toLowerCase()) ?? entity;
  return character === '\u00a0' ? ' ' : character;
}
