import { plural } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { answerFace, brand, ink, ramp as heat } from '../../shared/theme/tokens.ts';

const line = 'var(--k-palette-meaning-control)';
const bright = 'var(--k-palette-meaning-link)';
const text = 'var(--k-palette-text-secondary)';
const paper = 'var(--k-palette-background-paper)';
const raised = 'var(--k-palette-surface-raised)';
const sunken = 'var(--k-palette-surface-sunken)';

function Drawing({ width = 240, children }: { width?: number; children: ReactNode }) {
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${width} 110`}
      aria-hidden
      sx={{ display: 'block', width: 1, height: 110 }}
    >
      {children}
    </Box>
  );
}

/** A fan of cards. */
export function DecksDrawing() {
  return (
    <Drawing>
      <g fill={paper} stroke={line} strokeWidth="1.5">
        <rect x="70" y="24" width="88" height="58" rx="8" transform="rotate(-12 114 53)" />
        <rect x="78" y="24" width="88" height="58" rx="8" transform="rotate(-4 122 53)" />
      </g>
      <g transform="rotate(5 132 54)">
        <rect
          x="88"
          y="25"
          width="88"
          height="58"
          rx="8"
          fill={answerFace}
          stroke={bright}
          strokeWidth="1.5"
        />
        <path d="M102 46h44M102 60h28" stroke={bright} strokeWidth="3" strokeLinecap="round" />
      </g>
    </Drawing>
  );
}

const week = [
  0, 2, 1, 3, 2, 4, 1, 3, 2, 4, 0, 3, 4, 2, 1, 4, 3, 2, 4, 3, 1, 2, 4, 3, 2, 4, 1, 4, 3, 4, 2, 4, 3, 4, 2,
];
const ramp = [raised, ...heat];

/** Days of study. */
export function ProgressDrawing() {
  return (
    <Drawing>
      {week.map((level, index) => (
        <rect
          key={index}
          x={58 + (index % 7) * 18}
          y={11 + Math.floor(index / 7) * 18}
          width="14"
          height="14"
          rx="4"
          fill={ramp[level]}
        />
      ))}
    </Drawing>
  );
}

/** Forgetting, lifted again and again, each time falling more slowly. */
export function SpacingDrawing() {
  const reviews = [
    [70, 1],
    [160, 4],
    [290, 11],
  ] as const;
  return (
    <Drawing width={520}>
      <path d="M20 96h480" stroke={line} strokeWidth="1.5" />
      <path d="M70 72c30 14 66 20 150 21" stroke={line} strokeWidth="1.5" strokeDasharray="4 5" fill="none" />
      <path
        d="M24 18c6 26 20 44 46 54V18c16 28 42 44 90 50V18c34 24 74 38 130 44V18c60 18 120 28 196 34"
        fill="none"
        stroke={bright}
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      {reviews.map(([x, days]) => (
        <g key={days}>
          <circle cx={x} cy="18" r="5.5" fill={brand.warning} />
          <text x={x + 12} y="22" fontSize="13" fill={text}>
            {plural(days, { one: '# day', other: '# days' })}
          </text>
        </g>
      ))}
    </Drawing>
  );
}

/** Due cards first, then new ones. */
export function PathDrawing() {
  return (
    <Drawing>
      <path d="M40 78h28c22 0 16-46 38-46h14" stroke={bright} strokeWidth="2.5" fill="none" />
      <path d="M120 32h14c22 0 16 46 38 46h28" stroke={line} strokeWidth="2" fill="none" />
      {[
        [40, 78],
        [120, 32],
      ].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle r="13" fill={brand.primary} stroke={bright} strokeWidth="1.5" />
          <path
            d="m-5 0 4 4 6-8"
            stroke={ink.onPrimary}
            strokeWidth="2.2"
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      ))}
      <circle cx="200" cy="78" r="13" fill={sunken} stroke={line} strokeWidth="1.5" />
    </Drawing>
  );
}

/** The order of classification, with the one to recall lifted out. */
export function TechniquesDrawing() {
  return (
    <Drawing>
      {[...'KPCOF'].map((letter, index) => {
        const lifted = letter === 'O';
        const y = lifted ? 26 : 42 - (index % 2) * 6;
        return (
          <g key={letter} transform={`translate(${26 + index * 40} ${y})`}>
            <rect
              width="32"
              height="40"
              rx="8"
              fill={lifted ? brand.primary : raised}
              stroke={lifted ? bright : 'none'}
            />
            <text
              x="16"
              y="27"
              textAnchor="middle"
              fontSize="18"
              fontWeight="700"
              fill={lifted ? ink.onPrimary : text}
            >
              {letter}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}

/** Predicted beside remembered. */
export function InsightsDrawing() {
  const pairs = [
    [34, 30],
    [44, 48],
    [56, 52],
    [66, 68],
  ] as const;
  return (
    <Drawing>
      <path d="M34 92h172" stroke={line} strokeWidth="1.5" />
      {pairs.map(([predicted, real], index) => (
        <g key={index} transform={`translate(${46 + index * 40} 90)`}>
          <rect y={-predicted} width="13" height={predicted} rx="3" fill={heat[1]} />
          <rect x="16" y={-real} width="13" height={real} rx="3" fill={heat[3]} />
        </g>
      ))}
    </Drawing>
  );
}

/** Three medals behind a lock. */
export function BadgesDrawing() {
  return (
    <Drawing>
      <g fill={sunken} stroke={line} strokeWidth="1.5" strokeDasharray="3 4">
        <circle cx="66" cy="55" r="20" />
        <circle cx="120" cy="55" r="26" />
        <circle cx="174" cy="55" r="20" />
      </g>
      <rect x="110" y="53" width="20" height="15" rx="4" fill={line} />
      <path d="M114 53v-5a6 6 0 0 1 12 0v5" fill="none" stroke={line} strokeWidth="2.5" />
    </Drawing>
  );
}
