/** Types of the pictures and sounds of cards, by the ending of their address. */
export const mediaTypes = {
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
} as const;
export type MediaEnding = keyof typeof mediaTypes;

/** Path of a picture with its size, or of a sound: `/media/<32 characters>-640x480.webp`, `/media/<32 characters>.mp3`. */
export const mediaAddress = /^\/media\/[\w-]{32}(?:-(\d{1,4})x(\d{1,4})\.webp|\.(?:mp3|m4a|ogg|wav))$/;

/** Name of a stored file: the last part of its address. */
export const mediaName = /^[\w-]{32}(?:-\d{1,4}x\d{1,4}\.webp|\.(?:mp3|m4a|ogg|wav))$/;

/** Bytes of the longest address. */
export const mediaAddressBytes = '/media/'.length + 32 + '-1600x1600.webp'.length;

export const addressOfMedia = (name: string) => `/media/${name}`;

const everyAddress = /\/media\/([\w-]{32}(?:-\d{1,4}x\d{1,4}\.webp|\.(?:mp3|m4a|ogg|wav)))/g;

/** Names of the pictures and sounds that a text shows. */
export const mediaNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(everyAddress)].map(([, name = '']) => name)),
];

export const mediaLimits = {
  /** Bytes of a picture or sound in an import. */
  fileBytes: 10 * 1024 * 1024,
  /** Bytes of one that is uploaded by itself; clients make pictures smaller first. */
  uploadBytes: 640 * 1024,
  /** Pixels of an uploaded picture. */
  pixels: 50_000_000,
  /** Longer side of a stored picture, in pixels. */
  side: 1_600,
  /** Bytes of all stored pictures and sounds of an account. */
  accountBytes: 500 * 1024 * 1024,
  /** Number of them. An archive with all of them can be imported again. */
  accountFiles: 20_000,
  /** Minutes in which an undo may bring a file back to a card. */
  undoMinutes: 60,
  /** Days that a file is kept which no card shows. */
  unusedDays: 7,
} as const;
