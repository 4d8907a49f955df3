import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { tint } from '../../theme/tokens.ts';

interface Choice {
  label: string;
  onChoose: () => void;
}

interface QuestionProps {
  label: string;
  text: string;
  yes: Choice;
  no: Choice;
}

/** A question that the learner may answer or leave. */
export function Question({ label, text, yes, no }: QuestionProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        mb: 3,
        py: 1,
        px: { xs: 2, sm: 3 },
        borderRadius: '12px',
        border: `1px solid ${tint.linkLine}`,
        bgcolor: tint.quiet,
      }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 240px', minWidth: 0 }}>
        {text}
      </Typography>
      <Button variant="text" onClick={yes.onChoose}>
        {yes.label}
      </Button>
      <Button variant="text" onClick={no.onChoose}>
        {no.label}
      </Button>
    </Box>
  );
}
