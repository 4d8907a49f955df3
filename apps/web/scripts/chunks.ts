/**
 * What is loaded together travels together: without these groups the build makes some forty chunks under 2 kB, and a
 * first visit pays a request for each. A module goes to the first group that names it, with all that it imports.
 */
const mui = (names: string) => new RegExp(`/@mui/material/(?:${names})/`);

const groups = [
  {
    name: 'core',
    test: [
      /\/node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|@emotion|@lingui|lucide-react)\//,
      mui(
        'Box|Button|ButtonBase|Card|CircularProgress|CssBaseline|Grow|IconButton|Paper|Typography|internal/(?!SwitchBase|svg-icons)|styles|transitions|useMediaQuery|utils/(?!getScrollbarSize)',
      ),
      /\/@mui\/(?:system|utils\/(?!useRovingTabIndex|useSlotProps|visuallyHidden|getScrollbarSize))/,
      /\/libs\/contracts\/src\/constants\.ts/,
      /\/src\/shared\/(?:theme\/|i18n\/|format\/(?!clean-texts)|browser\/(?!older-browsers|save-file|wait|worker)|hooks\/(?!use-form|use-focus-after-work|use-only-tab|use-page-in-address))/,
      /\/src\/shared\/auth\/token\.ts/,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:announcer|bar|empty-state|failed-state|not-loaded|hidden|icons|language-switch|logo|main-area|public-bar|streak|tag)\.tsx?/,
    ],
  },
  {
    name: 'account',
    test: [
      /\/node_modules\/(?:idb|@apollo|@wry|graphql|graphql-tag|optimism|rxjs|tslib)\//,
      mui('Alert|Snackbar'),
      /\/src\/shared\/(?:ai|apollo|auth|plan|study|offline\/(?!fold|local-data|select|use-fold))/,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:avatar|snackbars)\.tsx/,
      /\/src\/app\/(?:links|signed-in-bar)\.tsx?/,
    ],
  },
  {
    name: 'overlays',
    test: [
      mui(
        'Backdrop|Dialog|DialogActions|DialogContent|DialogContentText|DialogTitle|List|ListItemIcon|Menu|MenuItem|Modal|Popover|Portal',
      ),
      /\/@mui\/utils\/(?:useRovingTabIndex|useSlotProps|getScrollbarSize)/,
    ],
  },
  {
    name: 'fields',
    test: [
      mui('InputAdornment|Select|TextField'),
      /\/src\/shared\/(?:format\/clean-texts|hooks\/use-form)\.ts/,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:fields|search-field)\.tsx/,
    ],
  },
  {
    name: 'forms',
    test: [/\/src\/shared\/ui\/dialog\/(?:dialog-alert|form-dialog)\.tsx/],
  },
  {
    name: 'switches',
    test: [mui('Checkbox|FormControlLabel|Switch|internal/SwitchBase')],
  },
  {
    name: 'sign-in',
    test: [/\/src\/shared\/account\//, /\/src\/features\/account\/(?:flows|form-card|rules)\.tsx?/],
  },
  {
    name: 'learner',
    test: [
      mui('LinearProgress|Skeleton'),
      /\/src\/shared\/decks\//,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:deck-card|deck-grid|memory-edge|meter|page|stat)\.tsx?/,
    ],
  },
  {
    name: 'pages',
    test: [
      mui('Pagination|PaginationItem'),
      /\/src\/shared\/hooks\/use-page-in-address\.ts/,
      /\/src\/shared\/ui\/page\/pages(?:\.generated)?\.tsx?/,
    ],
  },
  {
    name: 'cards',
    test: [/\/src\/shared\/ui\/card\/(?:card-text|flip-card|lower-card|use-card-click)\.tsx?/],
  },
  {
    name: 'card-controls',
    test: [/\/src\/shared\/ui\/card\/(?:card-menu|flag-mark)\.tsx/],
  },
];

export const chunkGroups = groups.map(({ name, test }, index) => ({
  name,
  priority: groups.length - index,
  test: (id: string) => test.some((pattern) => pattern.test(id)),
}));
