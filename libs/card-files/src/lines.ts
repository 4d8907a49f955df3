import { CardFileRejected } from './collection.ts';
import { archiveLimits } from './limits.ts';

/** Lines of UTF-8, without the blank ones. Throws `CardFileRejected` for a line that no archive of ours has. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let [pieces, length]: [Buffer[], number] = [[], 0];
  function take(): string {
    const line = Buffer.concat(pieces).toString('utf8').trim();
    [pieces, length] = [[], 0];
    return line;
  }
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      from = end + 1;
      const line = take();
      if (line !== '') yield line;
    }
    pieces.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > archiveLimits.lineBytes) throw new CardFileRejected('damaged', 'line');
  }
  const last = take();
  if (last !== '') yield last;
}
