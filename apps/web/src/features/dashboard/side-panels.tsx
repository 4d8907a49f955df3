import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { BulbIcon } from '../../shared/ui/icons.tsx';
import { Panel } from '../../shared/ui/page.tsx';
import { StreakWeek } from '../../shared/ui/streak.tsx';

export function QuickStudy() {
  return (
    <Panel title="Quick Study" note="Pick a length. Due cards come first.">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1.5 }}>
        {[5, 10, 15].map((minutes) => (
          <ButtonBase
            key={minutes}
            component={Link}
            to={`/study/due?minutes=${minutes}`}
            aria-label={`Study for ${minutes} minutes`}
            sx={{
              flexDirection: 'column',
              py: 1.25,
              minHeight: 64,
              borderRadius: '16px',
              font: 'inherit',
              border: '1px solid',
              borderColor: 'meaning.control',
              bgcolor: 'surface.sunken',
              '&:hover': { bgcolor: 'surface.raised' },
            }}
          >
            <Box component="span" sx={{ fontWeight: 700, fontSize: '1.125rem', lineHeight: 1.2 }}>
              {minutes}
            </Box>
            <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              min
            </Box>
          </ButtonBase>
        ))}
      </Box>
    </Panel>
  );
}

interface StreakPanelProps {
  streak: number;
  /** Days of this week with an answer, 0 is Sunday. */
  studied: readonly number[];
  today: number;
}

function streakNote(streak: number, studiedToday: boolean): string {
  if (streak === 0) return 'One answered card lights the first flame.';
  return studiedToday ? 'Today is in. See you tomorrow.' : `Study today and it becomes ${streak + 1}.`;
}

export function StreakPanel({ streak, studied, today }: StreakPanelProps) {
  const days = Array.from({ length: 7 }, (_, day) => studied.includes(day));
  return (
    <Panel
      title={streak === 0 ? 'Your streak starts today' : `${streak}-day streak`}
      note={streakNote(streak, studied.includes(today))}
    >
      <StreakWeek studied={days} today={today} />
    </Panel>
  );
}

export function LearningTips() {
  return (
    <Panel title="Learning Tips">
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Box
          component="span"
          aria-hidden
          sx={{ color: 'meaning.fair', fontSize: 22, display: 'inline-flex', pt: 0.25 }}
        >
          <BulbIcon />
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Short 5–15 minute sessions every day beat one long evening. Say the answer before you flip.
        </Typography>
      </Box>
    </Panel>
  );
}
