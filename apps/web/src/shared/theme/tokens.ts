/** Values every screen is built from. Ratios in the comments are against dark paper #1e2433. */
export const brand = {
  primary: '#4255ff',
  secondary: '#3a86ff',
  error: '#e53935',
  warning: '#ff9800',
  /** Hover tint of the public top bar. */
  barHover: '#4361ee',
} as const;

export const dark = {
  page: '#121620',
  paper: '#1e2433',
  nav: '#1a1f2e',
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
} as const;

export const light = {
  page: '#f5f7fa',
  paper: '#ffffff',
  nav: '#ffffff',
  raised: '#ffffff',
  sunken: '#edf1f6',
  text: '#1a202c',
  textSecondary: '#718096', // specified; 4.0 on white, so not for small text if light is ever offered
  textMuted: '#667085',
  link: '#3446e6',
  control: '#8792a6',
  line: 'rgba(26, 32, 44, 0.12)',
  good: '#1b7f55',
  fair: '#8a6100',
  poor: '#c62828',
  streak: '#a65f00',
} as const;

export const radius = { card: 16, field: 12, small: 8, pill: 999 } as const;

export const motion = {
  quick: '120ms',
  base: '200ms',
  flip: '360ms',
  settle: '600ms',
  out: 'cubic-bezier(0.2, 0, 0, 1)',
  spring: 'cubic-bezier(0.3, 1.3, 0.5, 1)',
} as const;

/** Heights of the bar on top, below md and from md. */
export const bar = { narrow: 60, wide: 68 } as const;
/** Every page begins with so much empty space at least. */
export const offlineLine = 24;

export const content = { page: 1200, reading: 720, payment: 560, form: 440 } as const;

export const cardShadow = '0 1px 2px rgb(0 0 0 / 0.24), 0 6px 16px rgb(0 0 0 / 0.14)';
export const answerFace = '#232b45';
/** Bars, rings and forecast: lighter than primary, so that it reaches 3:1 on every surface. */
export const meterFill = '#5d70ff';

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
  linkLine: 'rgb(157 176 255 / 0.45)',
  answerLine: 'rgb(157 176 255 / 0.32)',
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
  skeleton: 'rgb(255 255 255 / 0.06)',
} as const;

/** From few to many: the steps of a heat map and of a fading memory. */
export const ramp = ['#2b3a86', '#3a4fd0', '#6076ff', '#9db0ff'] as const;
export const fading = ramp[2];

/** Of menus, snackbars and banners. */
export const floatShadow = '0 12px 32px rgb(0 0 0 / 0.4)';

/** What a printer needs. */
export const printed = { ink: '#000', sheet: '#fff', line: '#999' } as const;

/** Colours chosen in the system, as for high contrast: backgrounds are gone, so what they say is said by system colours. */
export const forcedColours = '@media (forced-colors: active)';
/** Style of a shape that is nothing but its background, in a system colour. */
export const forcedFill = (colour: 'Highlight' | 'CanvasText' | 'GrayText' | 'LinkText') => ({
  [forcedColours]: { forcedColorAdjust: 'none', backgroundColor: colour, opacity: 1 },
});

/** Windows that are too low for parts that stay in view, such as at 400 % zoom. */
export const lowWindow = '@media (max-height: 480px)';
