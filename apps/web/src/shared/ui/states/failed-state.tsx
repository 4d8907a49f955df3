import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { EmptyState } from './empty-state.tsx';

interface NextStep {
  to: string;
  label: string;
}

interface FailedStateProps {
  /** Title: the thing that could not be loaded. */
  title: string;
  /** Why, or what is safe. */
  text: string;
  /** Left out where another try would fail the same. */
  onRetry?: (() => void) | undefined;
  next: NextStep;
  heading?: 'h1' | 'h2';
}

/** Failure with two next steps: retry, or another page. */
export function FailedState({ title, text, onRetry, next, heading = 'h2' }: FailedStateProps) {
  return (
    <Box role="alert">
      <EmptyState
        title={title}
        heading={heading}
        text={text}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
            {onRetry && (
              <Button variant="outlined" onClick={onRetry}>
                {t`Try again`}
              </Button>
            )}
            <Button component={Link} to={next.to} variant={onRetry ? 'text' : 'outlined'}>
              {next.label}
            </Button>
          </Box>
        }
      />
    </Box>
  );
}
