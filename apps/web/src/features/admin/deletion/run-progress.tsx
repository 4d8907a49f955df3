import { t } from '@lingui/core/macro';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface RunProgressProps {
  text: string;
  done: number;
  of: number;
  /** Whether the last poll got no response. */
  pollFailed: boolean;
}

/** Progress of a long run. */
export function RunProgress({ text, done, of, pollFailed }: RunProgressProps) {
  const id = useId();
  return (
    <>
      <Typography id={id} role="status" variant="body2" sx={{ mb: 1 }}>
        {text}
      </Typography>
      <LinearProgress variant="determinate" aria-labelledby={id} value={(done / Math.max(1, of)) * 100} />
      {pollFailed && (
        <Typography role="status" variant="body2" sx={{ color: 'meaning.streak', mt: 1 }}>
          {t`The server is not responding. Retrying; the run continues on the server.`}
        </Typography>
      )}
    </>
  );
}
