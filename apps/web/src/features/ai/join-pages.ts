const endsSentence = /[.!?:;。！？।።][\p{Pe}\p{Pf}"']*$/u;
/** Running heads that differ only in numbers are equal. */
const withoutNumbers = (line: string) => line.trim().replaceAll(/\p{Nd}+/gu, '#');
const isPageNumber = (line: string) =>
  /^[\s\p{Pd}|[(]*(?:(?:page|p\.|ukurasa(?: wa)?|seite|página|صفحة)\s*)?(?:\p{Nd}{1,4}|[ivxl]{1,6})(?:\s*(?:\/|of|ya|von|de|sur)\s*\p{Nd}{1,4})?[\s\p{Pd}|\])]*$/iu.test(
    line,
  );

/** Number of lines at the edge of a page that may be running heads or page numbers. */
const edge = 2;
/** A line on fewer pages is never a running head. */
const minPages = 3;

const linesOf = (page: string) => page.split('\n').filter((line) => line.trim() !== '');

function edgesOf(page: string): string[] {
  const lines = linesOf(page);
  return [...new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map((line) => line.trim()))];
}

/** Returns the lines that are separate from the text, at the top and at the bottom. */
function apartOf(page: string): string[] {
  const paragraphs = page.trim().split(/\n\s*\n/);
  return paragraphs.length < 2
    ? []
    : [paragraphs[0], paragraphs.at(-1)].flatMap((each = '') => edgesOf(each));
}

/** Running heads of a text of two pages: separate on both pages and exactly equal, because a number may count exercises. */
function headsOfTwo(pages: readonly string[]): Set<string> {
  const [first = [], second = []] = pages.map(apartOf);
  return new Set(first.filter((line) => second.includes(line)).map(withoutNumbers));
}

function runningHeads(pages: readonly string[]): Set<string> {
  if (pages.length === 2) return headsOfTwo(pages);
  const counts = new Map<string, number>();
  for (const line of pages.flatMap((page) => [...new Set(edgesOf(page).map(withoutNumbers))]))
    counts.set(line, (counts.get(line) ?? 0) + 1);
  const min = Math.max(minPages, pages.length / 3);
  return new Set([...counts].filter(([, count]) => count >= min).map(([line]) => line));
}

/** Removes running heads and page numbers at the edges of a page. */
function withoutEdges(page: string, heads: ReadonlySet<string>): string {
  const isRunning = (line: string) => isPageNumber(line) || heads.has(withoutNumbers(line));
  let lines = page.split('\n');
  for (let removed = 0; removed < edge; removed += 1) {
    const first = lines.findIndex((line) => line.trim() !== '');
    if (isRunning(lines[first] ?? '')) lines = lines.slice(first + 1);
    const last = lines.findLastIndex((line) => line.trim() !== '');
    if (isRunning(lines[last] ?? '')) lines = lines.slice(0, last);
  }
  return lines.join('\n').trim();
}

/**
 * Joins the pages of a book without page numbers and running heads. A sentence that continues on the next page stays
 * one sentence.
 */
export function joinPages(pages: readonly string[]): string {
  const heads = runningHeads(pages);
  return pages
    .map((page) => withoutEdges(page, heads))
    .filter((page) => page !== '')
    .reduce((text, page) => {
      const continues = text !== '' && !endsSentence.test(text) && /^[\p{Ll}\p{Lo}(,]/u.test(page);
      return text === '' ? page : `${text}${continues ? '\n' : '\n\n'}${page}`;
    }, '');
}
