import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useRef, type ComponentType } from 'react';
import * as icons from '../../src/shared/ui/icons.tsx';
import { Kbd } from '../../src/shared/ui/kbd.tsx';
import { SwitchRow } from '../../src/shared/ui/switch-row.tsx';
import { Tag } from '../../src/shared/ui/tag.tsx';
import { ViewButton } from '../../src/shared/ui/view-button.tsx';
import { useHint } from '../../src/shared/ui/use-hint.tsx';
import { doNothing, say, sheet, story } from '../story.tsx';

const { IconDefaults: _, ...drawings } = icons;
export const iconComponents = Object.values(drawings) as ComponentType<{ size?: number }>[];

const study = () => say('Study now', 'Jifunza sasa');
const narrow = { width: 150 };
const focusMode = () => ({
  label: say('Focus mode', 'Hali ya umakini'),
  hint: say('Hides the navigation while you study.', 'Huficha urambazaji unapojifunza.'),
});

function Focused() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="contained">
      {study()}
    </Button>
  );
}

function Hinted() {
  const { holder, hint } = useHint(say('Cards that you know by heart.', 'Kadi unazozijua kwa moyo.'));
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    button.current?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  }, []);
  return (
    <div
      ref={button}
      {...holder}
      style={{ position: 'relative', width: 'fit-content', marginBottom: 72, marginLeft: 160 }}
    >
      {say('Mastery', 'Umahiri')}
      {hint}
    </div>
  );
}

const alert = (severity: 'error' | 'warning' | 'success' | 'info') => () => (
  <Alert severity={severity}>{say('Your answers are saved.', 'Majibu yako yamehifadhiwa.')}</Alert>
);

export default [
  sheet(
    'Button',
    {
      contained: () => <Button variant="contained">{study()}</Button>,
      'contained, large': () => (
        <Button variant="contained" size="large">
          {study()}
        </Button>
      ),
      outlined: () => <Button variant="outlined">{study()}</Button>,
      soft: () => <Button variant="soft">{study()}</Button>,
      'text, small': () => (
        <Button variant="text" size="small">
          {study()}
        </Button>
      ),
      text: () => <Button variant="text">{study()}</Button>,
      destructive: () => (
        <Button variant="contained" color="error">
          {say('Delete', 'Futa')}
        </Button>
      ),
      'outlined, destructive': () => (
        <Button variant="outlined" color="error">
          {say('Delete', 'Futa')}
        </Button>
      ),
      disabled: () => (
        <Button variant="contained" disabled>
          {study()}
        </Button>
      ),
      loading: () => (
        <Button variant="contained" loading>
          {study()}
        </Button>
      ),
      focused: () => <Focused />,
      'with an icon': () => (
        <Button variant="outlined" startIcon={<icons.PlusIcon />}>
          {say('Add', 'Ongeza')}
        </Button>
      ),
    },
    narrow,
  ),
  sheet(
    'Small controls',
    {
      icon: () => (
        <IconButton aria-label={say('Edit', 'Hariri')}>
          <icons.EditIcon />
        </IconButton>
      ),
      link: () => <Link href="#link">{say('Your decks', 'Seti zako')}</Link>,
      checked: () => (
        <FormControlLabel control={<Checkbox checked onChange={doNothing} />} label={say('All', 'Zote')} />
      ),
      unchecked: () => (
        <FormControlLabel
          control={<Checkbox checked={false} onChange={doNothing} />}
          label={say('All', 'Zote')}
        />
      ),
      partly: () => (
        <FormControlLabel
          control={<Checkbox indeterminate onChange={doNothing} />}
          label={say('All', 'Zote')}
        />
      ),
      chip: () => <Chip label="KCSE" />,
      'chip, chosen': () => <Chip label="KCSE" color="primary" onClick={doNothing} />,
    },
    narrow,
  ),
  sheet('Tabs', {
    'two of three': () => (
      <Tabs value={1}>
        <Tab label={say('Decks', 'Seti')} />
        <Tab label={say('Cards', 'Kadi')} />
        <Tab label={say('Goals', 'Malengo')} />
      </Tabs>
    ),
  }),
  sheet('Alert', {
    error: alert('error'),
    warning: alert('warning'),
    success: alert('success'),
    info: alert('info'),
  }),
  sheet(
    'Skeleton',
    { line: () => <Skeleton width="80%" />, rounded: () => <Skeleton variant="rounded" height={44} /> },
    narrow,
  ),
  story(
    { Tag },
    {
      plain: () => ({ children: say('Biology', 'Biolojia') }),
      due: () => ({ children: say('5 due', '5 za leo'), tone: 'due' as const }),
      good: () => ({ children: say('Active', 'Hai'), tone: 'good' as const }),
      poor: () => ({ children: say('Failed', 'Imeshindikana'), tone: 'poor' as const }),
      accent: () => ({ children: say('New', 'Mpya'), tone: 'accent' as const }),
      long: () => ({
        children: say(
          'Geography of East Africa and its lakes',
          'Jiografia ya Afrika Mashariki na maziwa yake',
        ),
      }),
    },
    narrow,
  ),
  story({ Kbd }, { letter: () => ({ children: 'E' }), word: () => ({ children: 'Ctrl K' }) }, narrow),
  story(
    { ViewButton },
    {
      tiles: () => ({
        label: say('Show as tiles', 'Onyesha kama vigae'),
        icon: <icons.TilesIcon />,
        onClick: doNothing,
      }),
    },
  ),
  story(
    { SwitchRow },
    {
      on: () => ({ ...focusMode(), isOn: true, onChange: doNothing }),
      off: () => ({ ...focusMode(), isOn: false, onChange: doNothing }),
    },
    { width: 340 },
  ),
  sheet('useHint', { shown: () => <Hinted /> }),
  sheet(
    'Icons',
    {
      all: () => (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
          {iconComponents.map((Icon, index) => (
            <Icon key={index} size={24} />
          ))}
        </div>
      ),
    },
    { width: 640 },
  ),
];
