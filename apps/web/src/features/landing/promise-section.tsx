import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Contact } from './contact.tsx';

const promises = (): { title: string; text: string; contact?: string }[] => [
  {
    title: t`English and Kiswahili`,
    text: t`Every screen comes in both languages. Switch with one click.`,
  },
  {
    title: t`KCSE starter decks`,
    text: t`Begin with Biology, Chemistry and Physics, then add cards of your own.`,
  },
  {
    title: t`Free, or KES 100`,
    text: t`Decks, cards and study are free, with five AI prompts a month. KES 100 by M-Pesa lifts that limit for 30 days, without automatic renewal.`,
  },
  {
    title: t`Your cards stay yours`,
    text: t`Export everything or erase your account in the settings, at any time. No advertising, no third-party trackers.`,
    contact: t`Questions about your data:`,
  },
];

/** Languages, starter decks, price and privacy. */
export function PromiseSection() {
  return (
    <Box component="section" aria-labelledby="promises">
      <Typography id="promises" variant="h2" sx={{ fontSize: { xs: '1.5rem', sm: '2rem' }, mb: 3 }}>
        {t`Made for learners in Kenya`}
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: { xs: 3, sm: 4 },
          m: 0,
          p: 0,
          listStyle: 'none',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        {promises().map(({ title, text, contact }) => (
          <Box component="li" key={title} sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2 }}>
            <Typography variant="h3">{title}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75 }}>
              {text}
            </Typography>
            {contact && <Contact>{contact}</Contact>}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
