import Box from '@mui/material/Box';
import { patternOf } from './subject-pattern.ts';

interface SubjectMarkProps {
  subject: string;
  /** In pixels. */
  size?: number;
}

/** The sign of a deck: the pattern of its subject within a dotted border. It repeats what the text says. */
export function SubjectMark({ subject, size = 40 }: SubjectMarkProps) {
  const { path, cloth, print } = patternOf(subject);
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 24 24"
      sx={{ width: size, height: size, flexShrink: 0, borderRadius: '8px', display: 'block' }}
    >
      <rect width="24" height="24" fill={cloth} />
      <rect
        x="2"
        y="2"
        width="20"
        height="20"
        fill="none"
        stroke={print}
        strokeWidth="1"
        strokeDasharray="1 2.333"
        strokeLinecap="round"
      />
      <path d={path} fill={print} fillRule="evenodd" />
    </Box>
  );
}
