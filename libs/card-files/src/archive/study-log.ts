import type { LatestFit, StudyLogEntry, StudySettings } from '@kumbuka/contracts';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { splitLines } from '../lines.ts';

/** Name of the review log in an archive, and in the folder of a read. */
export const logName = 'study.ndjson';

/** Writes settings in the first line, and an entry of the log in each further one. */
export async function* writeStudyLog({
  settings,
  fit,
  entries,
}: {
  settings: StudySettings;
  fit: LatestFit;
  entries: AsyncIterable<readonly StudyLogEntry[]>;
}): AsyncGenerator<string> {
  yield `${JSON.stringify({ kumbukaStudy: 1, settings, fit })}\n`;
  for await (const page of entries) yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Lines of the log that a read left in its folder. */
export async function* logLines(folder: string): AsyncGenerator<string> {
  yield* splitLines(createReadStream(join(folder, logName)));
}

/** Entries of the log that a read has checked. */
export async function* readStudyLog(folder: string): AsyncGenerator<StudyLogEntry> {
  let isHead = true;
  for await (const line of logLines(folder)) {
    if (!isHead) yield JSON.parse(line) as StudyLogEntry;
    isHead = false;
  }
}
