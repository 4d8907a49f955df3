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
        'Box|Button|ButtonBase|Card|CircularProgress|CssBaseline|Grow|IconButton|Paper|Portal|Link|Typography|internal|styles|transitions|utils',
      ),
      /\/@mui\/(?:system|utils)\//,
      /\/libs\/contracts\/src\/constants\.ts/,
      /\/src\/shared\/(?:theme\/|i18n\/|lib\/(?!older-browsers))/,
      /\/src\/shared\/auth\/token\.ts/,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:announcer|bar|card-text|empty-state|failed-state|flip-card|gauge|hidden|icons|language-switch|logo|main-area|public-bar|session-edge|streak|tag|use-hint)\.tsx?/,
    ],
  },
  {
    name: 'account',
    test: [
      /\/node_modules\/(?:@apollo|@wry|graphql|graphql-tag|optimism|rxjs|tslib)\//,
      mui('Alert|Snackbar'),
      /\/src\/shared\/(?:ai|apollo|auth|plan|study)\//,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:avatar|snackbars)\.tsx/,
      /\/src\/app\/(?:links|signed-in-bar)\.tsx?/,
    ],
  },
  {
    name: 'overlays',
    test: [
      mui(
        'Backdrop|Dialog|DialogActions|DialogContent|DialogContentText|DialogTitle|List|Menu|MenuItem|Modal|Popover',
      ),
    ],
  },
  {
    name: 'fields',
    test: [
      mui('InputAdornment|Select|TextField'),
      /\/src\/shared\/ui\/(?:\w+\/)?(?:fields|search-field)\.tsx/,
    ],
  },
  {
    name: 'sign-in',
    test: [/\/src\/shared\/account\//, /\/src\/features\/account\/(?:flows|form-card|rules)\.tsx?/],
  },
  {
    name: 'learner',
    test: [
      mui('LinearProgress|Pagination|Skeleton'),
      /\/src\/shared\/decks\//,
      /\/src\/shared\/ui\/(?:\w+\/)?(?:deck-card|deck-grid|memory-edge|meter|page|pages|pages\.generated|stat)\.tsx?/,
    ],
  },
];

export const chunkGroups = groups.map(({ name, test }, index) => ({
  name,
  priority: groups.length - index,
  test: (id: string) => test.some((pattern) => pattern.test(id)),
}));
