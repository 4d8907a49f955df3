import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ownText } from '../../format/own-text.ts';
import { percentLabel } from '../../format/percent.ts';
import { MemoryEdge, type DeckCounts, type MemoryTick } from '../card/memory-edge.tsx';
import { masteryTone } from '../figures/meter.tsx';
import { clamp } from '../clamp.ts';
import { Tag } from '../tag.tsx';

export interface DeckCardProps {
  title: string;
  description: string | null;
  /** Leave out to show no subject at all; null or blank prints 'No Subject'. */
  subject?: string | null;
  difficulty?: number;
  mastery: number | null;
  counts: DeckCounts;
  ticks: readonly MemoryTick[];
  /** False when the numbers of studying could not be loaded; the tile then says so instead of showing 0. */
  hasProgress?: boolean;
  /** An icon button of the top right corner. */
  corner?: ReactNode;
  actions: ReactNode;
  /** h2 when the grid stands directly under the page title. */
  heading?: 'h2' | 'h3';
}

const isMostlyNew = ({ fresh, total }: DeckCounts) => fresh > total / 2;

/** Tag that does not repeat the headline, which has the due or new cards where most cards are new. */
export function DueTag({ counts }: { counts: DeckCounts }) {
  const { due, fresh, total } = counts;
  if (isMostlyNew(counts))
    return <Tag>{due > 0 ? t`${fresh} new` : fresh === total ? t`New` : t`Mostly new`}</Tag>;
  if (due > 0) return <Tag tone="due">{t`${due} due`}</Tag>;
  return <Tag>{fresh > 0 ? t`${fresh} new` : t`Nothing due`}</Tag>;
}

type EdgeProps = Pick<DeckCardProps, 'counts' | 'ticks' | 'hasProgress'>;

/** The deck from its side. Where most cards are new, a row of like dots says less than a number, due ones first. */
function Edge({ counts, ticks, hasProgress = true }: EdgeProps) {
  if (counts.total === 0) return <Quiet>{t`No cards yet`}</Quiet>;
  if (!hasProgress) return <></>;
  if (isMostlyNew(counts))
    return (
      <Quiet>
        {counts.due > 0
          ? plural(counts.due, { one: '# card due', other: '# cards due' })
          : plural(counts.fresh, { one: '# new card', other: '# new cards' })}
      </Quiet>
    );
  return <MemoryEdge ticks={ticks} counts={counts} height={28} />;
}

function Quiet({ children }: { children: ReactNode }) {
  return <Typography sx={{ fontWeight: 600, lineHeight: '28px' }}>{children}</Typography>;
}

/** Does not repeat the number of a deck of new cards, which is above. Without progress it is unknown whether cards are new. */
const cardsText = ({ total, fresh }: DeckCounts, hasProgress: boolean) =>
  hasProgress && fresh === total ? t`Not studied yet` : plural(total, { one: '# card', other: '# cards' });

export function MasteryText({ mastery }: { mastery: number }) {
  return (
    <Typography variant="body2" noWrap sx={{ fontWeight: 600, color: `meaning.${masteryTone(mastery)}` }}>
      {t`${percentLabel(mastery)} right answers`}
    </Typography>
  );
}

/** Two lines of title and two of description, so that the parts below are level in a row of tiles. */
const textHeight = 92;

/** Title and description of a fixed height. */
function Head({ title, description, corner, heading = 'h3' }: DeckCardProps) {
  const text = description?.trim();
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, height: { sm: textHeight } }}>
        <Typography variant="h4" component={heading} {...ownText} sx={clamp(2)}>
          {title}
        </Typography>
        <Typography
          variant="body2"
          {...(text && ownText)}
          sx={{ color: 'text.secondary', mt: 0.5, ...clamp(2) }}
        >
          {text || t`No description available.`}
        </Typography>
      </Box>
      {corner && <Box sx={{ mt: -1.25, mr: -1.25 }}>{corner}</Box>}
    </Box>
  );
}

/** The number of cards, with the mastery at the end of the line. */
function CardCount({ text, mastery }: { text: ReactNode; mastery: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        justifyContent: 'space-between',
        gap: 1,
        minHeight: { sm: 22 },
      }}
    >
      <Typography
        variant="body2"
        noWrap
        // Where cards need not be level, a long text takes another row and keeps its end.
        sx={{ color: 'text.secondary', whiteSpace: { xs: 'normal', sm: 'nowrap' } }}
      >
        {text}
      </Typography>
      {mastery}
    </Box>
  );
}

type TagsProps = Pick<DeckCardProps, 'subject' | 'difficulty' | 'counts' | 'hasProgress'>;

function Tags({ subject, difficulty, counts, hasProgress = true }: TagsProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        // Where cards need not be level, a long word takes another row instead of the subject's place.
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        gap: 0.75,
        alignItems: 'center',
        mt: 1.5,
        minHeight: { sm: 26 },
        '&:empty': { display: { xs: 'none', sm: 'flex' } },
        '& > :not(:first-of-type)': { flexShrink: 0 },
      }}
    >
      {subject !== undefined && (
        <Tag lang={subject?.trim() ? ownText.lang : undefined}>{subject?.trim() || t`No Subject`}</Tag>
      )}
      {difficulty !== undefined && <Tag>{t`Diff: ${difficulty}/5`}</Tag>}
      {hasProgress ? counts.total > 0 && <DueTag counts={counts} /> : <Tag>{t`Progress not available`}</Tag>}
    </Box>
  );
}

/** One deck, the same on every page; only its actions differ. All rows have a fixed height, so a grid of them stays level. */
export function DeckCard(props: DeckCardProps) {
  const { title, mastery, counts, hasProgress = true } = props;
  return (
    <Card
      component="article"
      aria-label={title}
      sx={{ p: 2.5, display: 'flex', flexDirection: 'column', height: 1 }}
    >
      <Head {...props} />
      <Box sx={{ mt: 2, mb: 1.5, minHeight: 28 }}>
        <Edge {...props} />
      </Box>
      <CardCount
        text={counts.total > 0 && cardsText(counts, hasProgress)}
        mastery={mastery !== null && <MasteryText mastery={mastery} />}
      />
      <Tags {...props} />
      <Box sx={{ display: 'flex', gap: 1, mt: 'auto', pt: 2 }}>{props.actions}</Box>
    </Card>
  );
}

/** Height of a deck card from sm on, in pixels. */
export const deckCardHeight = 308;

export function DeckCardSkeleton() {
  return (
    <Card aria-hidden sx={{ p: 2.5, height: deckCardHeight }}>
      <Skeleton variant="rounded" width="62%" height={22} />
      <Skeleton variant="rounded" width="92%" height={16} sx={{ mt: 1.5 }} />
      <Skeleton variant="rounded" width="50%" height={16} sx={{ mt: 0.75 }} />
      <Skeleton variant="rounded" height={28} sx={{ mt: 2.5 }} />
      <Skeleton variant="rounded" width="40%" height={16} sx={{ mt: 2 }} />
      <Skeleton variant="rounded" width={96} height={26} sx={{ mt: 2, borderRadius: '999px' }} />
      <Skeleton variant="rounded" height={44} sx={{ mt: 2, borderRadius: '16px' }} />
    </Card>
  );
}
