import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { readToken } from '../../shared/auth/token.ts';
import { usePageTitle } from '../../shared/format/page-title.ts';
import { usePublicStats } from '../../shared/format/public-stats.ts';
import { shownLanguage } from '../../shared/i18n/i18n.ts';
import { MainArea } from '../../shared/ui/page/main-area.tsx';
import { BuiltThemeToggle } from '../../shared/ui/page/theme-button.tsx';
import { BrandLink, PublicBar } from '../../shared/ui/page/public-bar.tsx';
import { content } from '../../shared/theme/tokens.ts';
import { Contact } from './contact.tsx';
import { Features } from './features.tsx';
import { JourneySection } from './journey-section.tsx';
import { ProgressSection } from './progress-section.tsx';
import { PromiseSection } from './promise-section.tsx';
import { SampleCards } from './sample-cards.tsx';

const column = { maxWidth: content.page + 64, mx: 'auto', px: { xs: 2, sm: 3, md: 4 } };

function Hero() {
  const isLearner = readToken() !== null;
  return (
    <Box
      component="section"
      sx={{
        display: 'grid',
        gap: { xs: 3, md: 8 },
        // Not centred: the browser paints before it has parsed the cards, and the heading would move.
        alignItems: 'start',
        pt: { xs: 3, md: 11 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1.25fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ pt: { md: 5 } }}>
        <Typography
          variant="h1"
          sx={{
            fontSize: 'clamp(2.375rem, 5.6vw, 4.25rem)',
            lineHeight: 1.06,
            letterSpacing: '-0.035em',
            maxWidth: '11em',
            '@media (min-width: 600px)': { fontSize: 'clamp(2.375rem, 5.6vw, 4.25rem)' },
          }}
        >
          {t`Master Any Subject with Smart Flashcards`}
        </Typography>
        <Typography
          sx={{
            color: 'text.secondary',
            fontSize: { xs: '1.0625rem', sm: '1.1875rem' },
            mt: { xs: 1.5, sm: 2.5 },
            mb: { xs: 2.5, sm: 4 },
            maxWidth: '34em',
          }}
        >
          {t`Make cards, answer from memory, and let the schedule bring each one back just before you would forget it.`}
        </Typography>
        <Button
          component={Link}
          to={isLearner ? '/dashboard' : '/signup'}
          variant="contained"
          size="large"
          sx={{ width: { xs: 1, sm: 'auto' } }}
        >
          {isLearner ? t`Go to dashboard` : t`Start learning for free`}
        </Button>
      </Box>
      <SampleCards key={shownLanguage()} />
    </Box>
  );
}

function Footer() {
  return (
    <Box component="footer" sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
      <Box
        sx={{
          ...column,
          py: 4,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <BrandLink to="/" />
          {readToken() === null && <BuiltThemeToggle />}
        </Box>
        <Contact>{t`Contact:`}</Contact>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t`© Kumbuka. All rights reserved.`}
        </Typography>
      </Box>
    </Box>
  );
}

export const landingTitle = () => t`Smart flashcards`;

export function LandingPage() {
  usePageTitle(landingTitle());
  const stats = usePublicStats();
  return (
    <>
      <PublicBar />
      <MainArea>
        <Box
          sx={{
            ...column,
            pb: { xs: 8, md: 11 },
            display: 'grid',
            gap: { xs: 8, md: 11 },
            gridTemplateColumns: 'minmax(0, 1fr)',
          }}
        >
          <Hero />
          <Features />
          <ProgressSection stats={stats} />
          <JourneySection stats={stats} />
          <PromiseSection />
        </Box>
      </MainArea>
      <Footer />
    </>
  );
}
