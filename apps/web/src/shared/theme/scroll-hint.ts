import { scrollShade as shade } from './tokens.ts';

/** A tinted edge where more is to be scrolled to. Covers in the colour of the surface scroll along and hide it at the ends. */
export const scrollHint = (surface: string) => ({
  backgroundImage: `linear-gradient(to right, ${surface} 50%, transparent), linear-gradient(to left, ${surface} 50%, transparent), linear-gradient(to right, ${shade}, transparent), linear-gradient(to left, ${shade}, transparent)`,
  backgroundPosition: 'left, right, left, right',
  backgroundSize: '48px 100%, 48px 100%, 20px 100%, 20px 100%',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, local, scroll, scroll',
});
