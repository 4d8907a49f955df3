import { navColours } from './nav-colours.ts';

/** Brand colours of every screen. */
export const brand = {
  primary: '#4255ff',
  secondary: '#3a86ff',
  error: '#e53935',
  warning: '#ff9800',
  /** Hover tint of the public top bar. */
  barHover: '#4361ee',
} as const;

/** Ratios in the comments are against its paper. */
export const dark = {
  page: '#121620',
  paper: '#1e2433',
  nav: navColours.dark,
  raised: '#262d3f',
  sunken: '#171c29',
  text: '#ffffff', // 15.5
  textSecondary: '#aab4c8', // 7.4
  textMuted: '#8f9ab2', // 5.5
  link: '#9db0ff', // 7.4: primary itself reaches only 2.9 and is never text
  control: '#6b7690', // 3.4: input and toggle outlines
  line: 'rgba(255, 255, 255, 0.09)',
  good: '#3ecf8e', // 7.8
  fair: '#ffd166', // 10.8
  poor: '#ff8f8a', // 7.0
  streak: '#ffb74d', // 9.0
  /** Plain tags, empty bars and rings on paper. */
  quietFill: '#262d3f',
  answerFace: '#232b45',
  /** Bars, rings and forecast: lighter than primary, so that it reaches 3:1 on every surface. */
  meterFill: '#5d70ff',
  fairFill: '#ffd166',
  skeleton: 'rgb(255 255 255 / 0.06)',
  linkLine: 'rgb(157 176 255 / 0.45)',
  goodLine: 'rgb(62 207 142 / 0.65)',
  poorLine: 'rgb(255 143 138 / 0.65)',
  /** Edge behind which more can be scrolled into view. */
  scrollShade: 'rgb(157 176 255 / 0.55)',
  answerLine: 'rgb(157 176 255 / 0.32)',
  /** From few to many: the steps of a heat map and of a fading memory. */
  heat1: '#2b3a86',
  heat2: '#3a4fd0',
  heat3: '#6076ff',
  heat4: '#9db0ff',
  cardShadow: '0 1px 2px rgb(0 0 0 / 0.24), 0 6px 16px rgb(0 0 0 / 0.14)',
  /** Of menus, snackbars and banners. */
  floatShadow: '0 12px 32px rgb(0 0 0 / 0.4)',
} as const;

/** Ratios in the comments are against `sunken`, the darkest surface. */
export const light = {
  page: '#f5f7fa',
  paper: '#ffffff',
  nav: navColours.light,
  raised: '#ffffff',
  sunken: '#edf1f6',
  text: '#1a202c', // 14.4
  textSecondary: '#566176', // 5.5; the specified #718096 has 3.5
  textMuted: '#5f6a7f', // 4.8
  link: '#2c3ddb', // 6.6
  control: '#7a869b', // 3.3
  line: 'rgba(26, 32, 44, 0.12)',
  good: '#14693f', // 5.9
  fair: '#7a5600', // 5.8
  poor: '#ad231a', // 6.1
  streak: '#8a4b00', // 6.0
  quietFill: '#e6ebf2',
  answerFace: '#eef1ff',
  meterFill: '#5d70ff', // 3.5
  /** A bar has more area than a letter: the colour of the text would look brown. */
  fairFill: '#b97700', // 3.2
  skeleton: 'rgb(26 32 44 / 0.08)',
  linkLine: 'rgb(52 70 230 / 0.4)',
  goodLine: 'rgb(20 105 63 / 0.65)',
  poorLine: 'rgb(173 35 26 / 0.65)',
  scrollShade: 'rgb(26 32 44 / 0.22)',
  answerLine: 'rgb(52 70 230 / 0.28)',
  heat1: '#c3ccff',
  heat2: '#94a3ff',
  heat3: '#5d70ff',
  heat4: '#2a37b8',
  cardShadow: '0 1px 2px rgb(26 32 44 / 0.06), 0 4px 12px rgb(26 32 44 / 0.06)',
  floatShadow: '0 12px 32px rgb(26 32 44 / 0.18)',
} as const;

/** Parts of a picture: the same in both schemes, because the picture is. The mark on an asked part has 5.3:1. */
export const part = {
  asked: brand.primary,
  covered: '#8f9ab2',
  edge: '#ffffff',
  mark: '#ffffff',
  /** In the editor, where the picture shines through. */
  drawn: 'rgb(66 85 255 / 0.7)',
} as const;

export const radius = { card: 16, field: 12, small: 8, pill: 999 } as const;

/** Three lengths and one curve for everything that moves. */
export const motion = {
  quick: '120ms',
  base: '240ms',
  flip: '360ms',
  out: 'cubic-bezier(0.2, 0, 0, 1)',
} as const;

/** Heights of the bar on top, below md and from md. */
export const bar = { narrow: 60, wide: 68 } as const;
/** Height of the bar of links at the bottom of a phone, without the area of the system's own bar. */
export const phoneNav = 56;
/** Minimum empty space at the top of every page. */
export const offlineLine = 24;
/** The note that the network is away; it leaves a gap above the title. */
export const offlineNote = 20;

export const content = { page: 1200, reading: 720, payment: 560, form: 440 } as const;

/** Values of the scheme in use. */
const own = (name: keyof typeof dark) => `var(--k-palette-own-${name})`;
export const cardShadow = own('cardShadow');
export const floatShadow = own('floatShadow');
export const quietFill = own('quietFill');
export const answerFace = own('answerFace');
export const meterFill = own('meterFill');
export const fairFill = own('fairFill');
export const scrollShade = own('scrollShade');
export const ramp = [own('heat1'), own('heat2'), own('heat3'), own('heat4')] as const;
export const fading = ramp[2];

/** Behind a modal of the browser, whose backdrop has no variables in older browsers. */
export const scrim = 'rgba(0, 0, 0, 0.6)';

/** Ink on a filled primary, and on a filled warning. */
export const ink = { onPrimary: '#ffffff', onWarning: '#0b0e16' } as const;

/** See-through fills and lines, named by what they say. */
export const tint = {
  barHover: 'rgb(67 97 238 / 0.16)',
  quiet: 'rgb(66 85 255 / 0.16)',
  accent: 'rgb(66 85 255 / 0.24)',
  soft: 'rgb(66 85 255 / 0.26)',
  softHover: 'rgb(66 85 255 / 0.42)',
  selection: 'rgb(66 85 255 / 0.5)',
  info: 'rgb(66 85 255 / 0.12)',
  linkLine: own('linkLine'),
  goodLine: own('goodLine'),
  poorLine: own('poorLine'),
  answerLine: own('answerLine'),
  due: 'rgb(255 152 0 / 0.14)',
  chip: 'rgb(255 152 0 / 0.12)',
  flame: 'rgb(255 152 0 / 0.35)',
  warning: 'rgb(255 152 0 / 0.1)',
  warningLine: 'rgb(255 152 0 / 0.55)',
  good: 'rgb(62 207 142 / 0.14)',
  goodHover: 'rgb(62 207 142 / 0.22)',
  success: 'rgb(62 207 142 / 0.1)',
  successLine: 'rgb(62 207 142 / 0.5)',
  poor: 'rgb(229 57 53 / 0.16)',
  poorHover: 'rgb(229 57 53 / 0.22)',
  error: 'rgb(229 57 53 / 0.12)',
  skeleton: own('skeleton'),
} as const;

/** Cloth and print of the patterns of subjects, the same in both themes. They differ by 3:1 or more. */
export const cloths = [
  ['#7a1f3d', '#ffc857'],
  ['#0b5563', '#ffd9a0'],
  ['#1d3f8f', '#ffb25b'],
  ['#5b2a86', '#a8e6cf'],
  ['#8a3b12', '#ffe3b3'],
  ['#14532d', '#f7d154'],
  ['#3b3f8f', '#ff9e9e'],
  ['#6b1d1d', '#9fd8ff'],
] as const;

/** Styles for print. */
export const printed = { ink: '#000', sheet: '#fff', line: '#999' } as const;

/** Colours of the system, as for high contrast: they remove backgrounds, whose meaning system colours must show. */
export const forcedColours = '@media (forced-colors: active)';
/** Style of a shape that is nothing but its background, in a system colour. */
export const forcedFill = (colour: 'Highlight' | 'CanvasText' | 'GrayText' | 'LinkText') => ({
  [forcedColours]: { forcedColorAdjust: 'none', backgroundColor: colour, opacity: 1 },
});

/** Style of a drawn shape, in a system colour: colours of the theme need not differ from the forced page. */
export const forcedShape = (colour: 'Highlight' | 'CanvasText' | 'GrayText', strength = 1) => ({
  [forcedColours]: { fill: colour, fillOpacity: strength },
});
/** Style of a shape without a meaning, such as the empty part of a bar. */
export const forcedOutline = { [forcedColours]: { fill: 'none', stroke: 'GrayText' } };

/** Controls that are chosen among others. */
const chosen = ':is([aria-current], [aria-selected=true], [aria-pressed=true])';
/** Marks what is chosen by a line, as its background is gone. The line of the focus comes before it. */
export const forcedChoice = {
  [forcedColours]: {
    [`body ${chosen}:not(:focus-visible)`]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
};

/** Height in parts of the visible window, below the bars of a phone's browser; the oldest supported browsers take that of the whole window. */
const visibleHeight = (property: 'height' | 'minHeight', of: (unit: 'vh' | 'dvh') => string) => ({
  [property]: of('vh'),
  '@supports (height: 100dvh)': { [property]: of('dvh') },
});

export const wholeWindow = visibleHeight('minHeight', (unit) => `100${unit}`);
export const mostOfWindow = visibleHeight('minHeight', (unit) => `80${unit}`);
export const halfOfWindow = visibleHeight('height', (unit) => `min(22rem, 50${unit})`);
export const dialogOfOneHeight = visibleHeight('height', (unit) => `min(46rem, calc(100${unit} - 64px))`);
/** The window below a bar of a height. */
export const belowBar = (height: number) =>
  visibleHeight('height', (unit) => `calc(100${unit} - ${height}px)`);

/** Windows that are too low for parts that stay in view, such as at 400 % zoom. */
export const lowWindow = '@media (max-height: 480px)';
