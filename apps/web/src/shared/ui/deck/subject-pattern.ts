import { cloths } from '../../theme/tokens.ts';

/** Shapes in a square of 24, in the manner of the printed cloths of the coast. */
const motifs = [
  // Diamond in a diamond.
  'M12 4l8 8-8 8-8-8zM12 8.5L8.5 12l3.5 3.5 3.5-3.5z',
  // Two rows of triangles.
  'M5 11l3.5-6 3.5 6zM12 11l3.5-6 3.5 6zM5 19l3.5-6 3.5 6zM12 19l3.5-6 3.5 6z',
  // Four petals.
  'M12 12C6 12 5 8 5 5c3 0 7 1 7 7zM12 12c0-6 4-7 7-7 0 3-1 7-7 7zM12 12c6 0 7 4 7 7-3 0-7-1-7-7zM12 12c0 6-4 7-7 7 0-3 1-7 7-7z',
  // Three chevrons.
  'M5 9l7-4 7 4v2.5l-7-4-7 4zM5 13.5l7-4 7 4V16l-7-4-7 4zM5 18l7-4 7 4v1.5H5z',
  // Ring around a point.
  'M12 4.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zm0 3a4.5 4.5 0 110 9 4.5 4.5 0 010-9zm0 2.7a1.8 1.8 0 100 3.6 1.8 1.8 0 000-3.6z',
  // Steps to the middle.
  'M9.5 4.5h5v5h5v5h-5v5h-5v-5h-5v-5h5z',
  // Two leaves.
  'M5 19C5 10 8 6 13 5c0 7-3 11-8 14zM11 19c1-6 4-9 8-10 0 6-3 9-8 10z',
  // Board of quarters.
  'M5 5h7a7 7 0 01-7 7zM19 5v7a7 7 0 01-7-7zM5 19v-7a7 7 0 017 7zM19 19h-7a7 7 0 017-7z',
] as const;

export interface Pattern {
  path: string;
  cloth: string;
  print: string;
}

/** FNV-1a of 32 bits, from an offset that gives the usual school subjects different patterns. */
function hashOf(text: string): number {
  let hash = 7;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

/** Pattern of a subject. Surrounding space makes no difference; texts without a subject share one. */
export function patternOf(subject: string): Pattern {
  const hash = hashOf(subject.trim());
  const [cloth, print] = cloths[(hash >>> 2) % cloths.length]!;
  return { path: motifs[(hash >>> 12) % motifs.length]!, cloth, print };
}
