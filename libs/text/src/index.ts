export {
  domainKey,
  emailDomainKey,
  emailKey,
  isEmail,
  isNewEmail,
  normaliseCode,
  normalisePassword,
} from './accounts.ts';
export { asciiDigits, isBlank, isWellFormed, trimText, withoutIgnorables } from './characters.ts';
export { cleanText } from './clean.ts';
export { countCodePoints, cut } from './cut.ts';
export { escapeHtml } from './html.ts';
export { identityKey, searchKey, sortKey, termKey } from './keys.ts';
export { joinDividedWords, joinLines } from './line-ends.ts';
export { parsePairs, type Pair, type PairsReport, type UnsplitReason } from './pairs/parse-pairs.ts';
export { separatorNames, type Separator } from './pairs/separators.ts';
