import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Bar } from '../../src/shared/ui/figures/bar.tsx';
import { StreakChip } from '../../src/shared/ui/figures/streak.tsx';
import { LanguageName, LanguageSwitch } from '../../src/shared/ui/page/language-switch.tsx';
import { Logo } from '../../src/shared/ui/page/logo.tsx';
import { MainArea } from '../../src/shared/ui/page/main-area.tsx';
import { Page, Panel } from '../../src/shared/ui/page/page.tsx';
import { Pages } from '../../src/shared/ui/page/pages.tsx';
import { BrandLink, PublicBar } from '../../src/shared/ui/page/public-bar.tsx';
import { PublicMenu } from '../../src/shared/ui/page/public-menu.tsx';
import { doNothing, say, story } from '../story.tsx';

const decks = () => say('My Decks', 'Seti Zangu');
const lead = () => say('30 cards, 5 of them due today.', 'Kadi 30, 5 kati yake ni za leo.');
const filling = () => <Typography>{say('The sections of the page.', 'Sehemu za ukurasa.')}</Typography>;
const whole = { width: 1000 };
const narrow = { width: 150 };

const belowButton = (menu: ReactNode) => <Box sx={{ position: 'relative', height: 16 }}>{menu}</Box>;

export default [
  story({ PublicBar }, { visitor: () => ({}) }, { ...whole, frame: 72 }),
  story(
    { PublicMenu },
    { visitor: () => ({ hidden: false }) },
    { frame: 310, width: 300, within: belowButton },
  ),
  story(
    { Bar },
    { 'two parts': () => ({ gap: 2, children: [<Logo key="1" />, <StreakChip key="2" days={4} />] }) },
    whole,
  ),
  story({ BrandLink }, { link: () => ({ to: '/' }) }, narrow),
  story({ Logo }, { usual: () => ({}), large: () => ({ size: 56 }) }, narrow),
  story({ LanguageSwitch }, { other: () => ({ onChoose: doNothing }) }, narrow),
  story(
    { LanguageName },
    { English: () => ({ language: 'en' as const }), Kiswahili: () => ({ language: 'sw' as const }) },
    narrow,
  ),
  story({ MainArea }, { 'with a text': () => ({ children: filling() }) }),
  story(
    { Page },
    {
      plain: () => ({ title: decks(), children: filling() }),
      'with lead and actions': () => ({
        title: decks(),
        lead: lead(),
        actions: [
          <Button key="1" variant="contained">
            {say('New deck', 'Seti mpya')}
          </Button>,
          <Button key="2" variant="outlined">
            {say('Study', 'Jifunza')}
          </Button>,
        ],
        children: filling(),
      }),
      'with a long title': () => ({
        title: say(
          'Photosynthesis, respiration and all that a leaf does in a day, with its diagrams and words',
          'Usanisinuru, upumuaji na yote ambayo jani hufanya kwa siku moja, pamoja na michoro na maneno',
        ),
        isOwnTitle: true,
        titleLines: 2,
        breadcrumb: <Typography variant="body2">{decks()}</Typography>,
        children: filling(),
      }),
    },
    whole,
  ),
  story(
    { Panel },
    {
      'with note': () => ({ title: say('Weekly goal', 'Lengo la wiki'), note: lead(), children: filling() }),
      'with action': () => ({
        title: say('Weekly goal', 'Lengo la wiki'),
        action: <Button size="small">{say('Change', 'Badilisha')}</Button>,
        children: filling(),
      }),
      dense: () => ({ title: say('Streak', 'Mfululizo'), dense: true, children: filling() }),
      quiet: () => ({ title: say('Streak', 'Mfululizo'), quiet: true, children: filling() }),
    },
  ),
  story(
    { Pages },
    {
      first: () => ({ page: 1, totalPages: 3, label: decks(), onChange: doNothing }),
      'in the middle': () => ({ page: 500, totalPages: 1000, label: decks(), onChange: doNothing }),
    },
    { width: 480 },
  ),
];
