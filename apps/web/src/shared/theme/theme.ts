import { createTheme, type ThemeOptions } from '@mui/material/styles';
import {
  brand,
  cardShadow,
  dark,
  floatShadow,
  ink,
  light,
  motion,
  radius,
  tint,
  forcedChoice,
  forcedColours,
  forcedFill,
  lowWindow,
} from './tokens.ts';

type Scheme = { [Key in keyof typeof dark]: string };

interface Surfaces {
  nav: string;
  raised: string;
  sunken: string;
}
interface Meaning {
  good: string;
  fair: string;
  poor: string;
  streak: string;
  link: string;
  control: string;
  muted: string;
}

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    surface: Surfaces;
    meaning: Meaning;
  }
  interface PaletteOptions {
    own?: Scheme;
    surface?: Surfaces;
    meaning?: Meaning;
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    soft: true;
  }
}

function palette(scheme: Scheme) {
  return {
    primary: { main: brand.primary, dark: '#3446e6', light: scheme.link, contrastText: ink.onPrimary },
    secondary: { main: brand.secondary, contrastText: ink.onWarning },
    error: { main: brand.error, dark: '#c62828', light: scheme.poor, contrastText: ink.onPrimary },
    warning: { main: brand.warning, contrastText: ink.onWarning },
    success: { main: scheme.good, contrastText: scheme.paper },
    info: { main: scheme.link },
    background: { default: scheme.page, paper: scheme.paper },
    text: { primary: scheme.text, secondary: scheme.textSecondary },
    divider: scheme.line,
    own: scheme,
    surface: { nav: scheme.nav, raised: scheme.raised, sunken: scheme.sunken },
    meaning: {
      good: scheme.good,
      fair: scheme.fair,
      poor: scheme.poor,
      streak: scheme.streak,
      link: scheme.link,
      control: scheme.control,
      muted: scheme.textMuted,
    },
  } satisfies NonNullable<ThemeOptions['palette']>;
}

const touch = '@media (pointer: coarse)';

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme', cssVarPrefix: 'k' },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  defaultColorScheme: 'dark',
  motion: { reducedMotion: 'system' },
  focusVisible: { outlineColor: 'var(--k-palette-meaning-link)', outlineWidth: 2, outlineOffset: 2 },
  shape: { borderRadius: radius.card },
  typography: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    h1: {
      fontWeight: 700,
      fontSize: '1.75rem',
      lineHeight: 1.2,
      letterSpacing: '-0.02em',
      '@media (min-width: 600px)': { fontSize: '2rem' },
    },
    h2: { fontWeight: 700, fontSize: '1.375rem', lineHeight: 1.25, letterSpacing: '-0.015em' },
    h3: { fontWeight: 700, fontSize: '1.125rem', lineHeight: 1.3, letterSpacing: '-0.01em' },
    h4: { fontWeight: 600, fontSize: '1.0625rem', lineHeight: 1.35, letterSpacing: '-0.005em' },
    h5: { fontWeight: 600, fontSize: '1rem', lineHeight: 1.4 },
    h6: { fontWeight: 600, fontSize: '0.875rem', lineHeight: 1.4 },
    body1: { fontSize: '1rem', lineHeight: 1.6 },
    body2: { fontSize: '0.875rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 600, fontSize: '0.9375rem', letterSpacing: 0 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', textWrap: 'pretty' },
        'h1, h2, h3': { textWrap: 'balance' },
        // An icon without a size of its own carries the library's 24 and follows the text instead.
        '.lucide[width="24"]': { width: '1em', height: '1em' },
        '.lucide': { flexShrink: 0 },
        '[id], section, article': { scrollMarginTop: '84px' },
        ':focus-visible': { outline: '2px solid var(--k-palette-meaning-link)', outlineOffset: 2 },
        '::selection': { background: tint.selection },
        ...forcedChoice,
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, disableFocusRipple: true },
      styleOverrides: {
        root: ({ theme: t }) => ({
          borderRadius: radius.card,
          minHeight: 44,
          padding: '8px 20px',
          // One line wherever the place is wide enough; with large text the label breaks.
          minWidth: 'fit-content',
          [forcedColours]: { border: '1px solid ButtonBorder' },
          transition: `background-color ${motion.quick}, border-color ${motion.quick}`,
          variants: [
            {
              props: { size: 'small' },
              style: { minHeight: 36, padding: '4px 14px', fontSize: '0.875rem', [touch]: { minHeight: 44 } },
            },
            { props: { size: 'large' }, style: { minHeight: 52, padding: '10px 28px', fontSize: '1rem' } },
            {
              props: { variant: 'text' },
              style: { color: t.vars.palette.meaning.link, padding: '8px 14px' },
            },
            { props: { variant: 'text', color: 'inherit' }, style: { color: 'inherit' } },
            {
              props: { variant: 'outlined' },
              style: { color: t.vars.palette.text.primary, borderColor: t.vars.palette.meaning.control },
            },
            {
              props: { variant: 'outlined', color: 'error' },
              style: { color: t.vars.palette.meaning.poor, borderColor: t.vars.palette.error.main },
            },
            {
              props: { variant: 'soft' },
              style: {
                backgroundColor: tint.soft,
                color: t.vars.palette.text.primary,
                '&:hover': { backgroundColor: tint.softHover },
              },
            },
            {
              props: { variant: 'contained', color: 'error' },
              style: {
                backgroundColor: t.vars.palette.error.dark,
                '&:hover': { backgroundColor: '#b71c1c' },
              },
            },
          ],
        }),
      },
    },
    MuiIconButton: {
      styleOverrides: { root: { width: 44, height: 44, color: 'inherit', fontSize: '1.375rem' } },
    },
    MuiCard: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: ({ theme: t }) => ({
          borderRadius: radius.card,
          boxShadow: cardShadow,
          border: `1px solid ${t.vars.palette.divider}`,
          backgroundImage: 'none',
        }),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        container: { height: 'calc(100% - var(--covered, 0px))' },
        paper: ({ theme: t }) => ({
          borderRadius: radius.card,
          border: `1px solid ${t.vars.palette.divider}`,
          '@media (max-width: 599.95px)': { margin: 16, width: 'calc(100% - 32px)' },
          '&.MuiDialog-paperFullScreen': { margin: 0, width: '100%', borderRadius: 0, border: 0 },
          // At 400 % zoom the title and the buttons would leave no line to the content: all of it scrolls together.
          [lowWindow]: { display: 'block', overflowY: 'auto', margin: 4, maxHeight: 'calc(100% - 8px)' },
        }),
      },
    },
    MuiDialogTitle: {
      styleOverrides: {
        root: { fontSize: '1.25rem', fontWeight: 700, letterSpacing: '-0.01em', padding: '24px 24px 8px' },
      },
    },
    MuiDialogContent: {
      styleOverrides: {
        root: {
          padding: '8px 24px 16px',
          // Material takes this away below a title, and the label of a first field then touches it.
          '.MuiDialogTitle-root + &': { paddingTop: 8 },
        },
      },
    },
    MuiDialogActions: {
      styleOverrides: {
        root: {
          padding: '12px 24px 24px',
          gap: 8,
          flexWrap: 'wrap',
          // On a phone long labels come one below the other: each row is filled, so that the edges meet.
          '@media (max-width: 599.95px)': {
            '& > .MuiButton-outlined, & > .MuiButton-contained': { flexGrow: 1, marginLeft: 0 },
          },
        },
      },
    },
    // What is typed runs in the direction of its own script.
    MuiInputBase: { defaultProps: { slotProps: { input: { dir: 'auto' } } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          borderRadius: radius.field,
          backgroundColor: t.vars.palette.surface.sunken,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.meaning.control },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.text.secondary },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.meaning.link },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.meaning.poor },
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: t.vars.palette.divider },
        }),
        // The chosen value of a select is no field, and a text of several lines has a direction for each.
        input: { unicodeBidi: 'plaintext' },
      },
    },
    MuiInputLabel: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          '&.Mui-focused': { color: t.vars.palette.meaning.link },
          '&.Mui-error': { color: t.vars.palette.meaning.poor },
        }),
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          fontSize: '0.8125rem',
          marginLeft: 2,
          '&.Mui-error': { color: t.vars.palette.meaning.poor },
        }),
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { borderRadius: radius.pill, fontWeight: 600 },
        sizeSmall: { height: 26, fontSize: '0.8125rem' },
      },
    },
    MuiLink: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          color: t.vars.palette.meaning.link,
          textUnderlineOffset: '0.2em',
          textDecorationThickness: '1px',
          fontWeight: 600,
        }),
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: ({ theme: t }) => ({
          borderRadius: radius.field,
          backgroundColor: t.vars.palette.surface.raised,
          border: `1px solid ${t.vars.palette.divider}`,
          boxShadow: floatShadow,
        }),
      },
    },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 44 } } },
    MuiLinearProgress: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          height: 8,
          borderRadius: radius.pill,
          backgroundColor: t.vars.palette.surface.sunken,
          [forcedColours]: { border: '1px solid CanvasText' },
        }),
        bar: { borderRadius: radius.pill, ...forcedFill('Highlight') },
      },
    },
    MuiAlert: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: {
        root: ({ theme: t }) => ({
          borderRadius: radius.field,
          color: t.vars.palette.text.primary,
          alignItems: 'center',
          variants: [
            {
              props: { severity: 'error' },
              style: {
                borderColor: t.vars.palette.error.main,
                backgroundColor: tint.error,
                '& .MuiAlert-icon': { color: t.vars.palette.meaning.poor },
              },
            },
            {
              props: { severity: 'warning' },
              style: { borderColor: tint.warningLine, backgroundColor: tint.warning },
            },
            {
              props: { severity: 'success' },
              style: { borderColor: tint.successLine, backgroundColor: tint.success },
            },
            {
              props: { severity: 'info' },
              style: { borderColor: tint.linkLine, backgroundColor: tint.info },
            },
          ],
        }),
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: 'wave' },
      styleOverrides: {
        root: { backgroundColor: tint.skeleton },
        rounded: { borderRadius: radius.small },
      },
    },
    MuiTabs: { styleOverrides: { indicator: forcedFill('Highlight') } },
    MuiTab: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          textTransform: 'none',
          fontWeight: 600,
          minHeight: 48,
          '&.Mui-selected': { color: t.vars.palette.text.primary },
        }),
      },
    },
    MuiTableCell: {
      styleOverrides: {
        paddingCheckbox: { '&& > *': { padding: 10 } },
        root: ({ theme: t }) => ({ borderColor: t.vars.palette.divider }),
        head: ({ theme: t }) => ({
          color: t.vars.palette.text.secondary,
          fontWeight: 600,
          fontSize: '0.8125rem',
          whiteSpace: 'nowrap',
          backgroundColor: 'transparent',
        }),
      },
    },
    MuiPaginationItem: {
      styleOverrides: {
        ellipsis: { lineHeight: '44px' },
        root: { minWidth: 44, height: 44, borderRadius: radius.field, fontWeight: 600 },
      },
    },
    MuiCheckbox: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          color: t.vars.palette.meaning.control,
          '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: t.vars.palette.meaning.link },
        }),
      },
    },
  },
});
