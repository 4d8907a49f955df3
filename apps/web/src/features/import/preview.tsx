import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { SideContent } from '../../shared/ui/card/side-content.tsx';
import { clamp } from '../../shared/ui/clamp.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import {
  PrepareImportDocument,
  StartImportDocument,
  type ImportPartsFragment,
} from './import-page.generated.ts';
import { reportSentence } from './import-words.ts';
import { MappingFields, type Mapping } from './mapping-fields.tsx';

interface PreviewProps {
  run: ImportPartsFragment;
  onStarted: () => void;
  onDrop: () => void;
  isDropping: boolean;
}

const shownDecks = 50;
/** Characters of a side. */
const shownText = 1_000;
const list = { m: 0, pl: 2.5, overflowWrap: 'anywhere' };

/** Cards of the decks that are not left out. */
const chosenCards = (run: ImportPartsFragment, skipped: ReadonlySet<string>) =>
  run.decks.reduce((sum, { path, cards }) => (skipped.has(path) ? sum : sum + cards), 0);

function Decks({
  run,
  skipped,
  onToggle,
}: {
  run: ImportPartsFragment;
  skipped: ReadonlySet<string>;
  onToggle: (path: string) => void;
}) {
  return (
    <Box
      component="ul"
      aria-label={t`Decks`}
      sx={{ m: 0, pl: 0, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}
    >
      {run.decks.slice(0, shownDecks).map(({ path, title, cards }) => (
        <li key={path}>
          <FormControlLabel
            control={<Checkbox checked={!skipped.has(path)} onChange={() => onToggle(path)} />}
            label={
              <span>
                <span {...ownText}>{title}</span> · {plural(cards, { one: '# card', other: '# cards' })}
              </span>
            }
          />
        </li>
      ))}
      {run.decks.length > shownDecks && <li>{t`and ${run.decks.length - shownDecks} more`}</li>}
    </Box>
  );
}

/** Adds up the reports of one sentence. */
function lossesOf(reports: ImportPartsFragment['reports']) {
  const counts = new Map<string, number>();
  for (const { code, count } of reports) {
    const sentence = reportSentence(code);
    counts.set(sentence, (counts.get(sentence) ?? 0) + count);
  }
  return [...counts];
}

/** What the file contains, what will be added and what is lost. */
export function Preview({ run, onStarted, onDrop, isDropping }: PreviewProps) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [updatesChanged, setUpdatesChanged] = useState(false);
  const [start, starting] = useMutation(StartImportDocument);
  const [prepare, preparing] = useMutation(PrepareImportDocument);
  const busy = starting.loading || preparing.loading || isDropping;
  const error = starting.error ?? preparing.error;
  const prepareWith = (change: { mapping?: Mapping; encoding?: string }) =>
    void prepare({ variables: { input: { id: run.id, ...change } } }).catch(() => undefined);
  const mapTo = ({ hasHeader, front, back, tags, deck, guid, cells }: Mapping) =>
    prepareWith({ mapping: { hasHeader, front, back, tags, deck, guid, cells } });
  const toggle = (path: string) =>
    setSkipped((before) =>
      before.has(path) ? new Set([...before].filter((each) => each !== path)) : new Set([...before, path]),
    );
  const losses = lossesOf(run.reports);
  const toAdd = skipped.size === 0 ? run.addedCards : Math.min(run.addedCards, chosenCards(run, skipped));
  const label =
    toAdd === 0 && updatesChanged
      ? t`Update cards`
      : plural(toAdd, { one: 'Import # card', other: 'Import # cards' });
  return (
    <Panel title={run.fileName}>
      <Typography>
        {plural(run.cards, { one: 'The file has # card.', other: 'The file has # cards.' })}{' '}
        {run.studied > 0 &&
          plural(run.studied, {
            one: '# of them keeps its due day.',
            other: '# of them keep their due days.',
          })}{' '}
        {run.existingCards > 0 &&
          plural(run.existingCards, { one: 'You have # card already.', other: 'You have # cards already.' })}
      </Typography>
      {run.restores && (
        <Alert severity="info" role="note" sx={{ my: 2 }}>
          {run.restores === 'EVERYTHING'
            ? plural(run.archivedAnswers, {
                one: 'This is an archive of an account. Its cards, # answer, streak and study settings come back. Payments do not.',
                other:
                  'This is an archive of an account. Its cards, # answers, streak and study settings come back. Payments do not.',
              })
            : t`This is an archive of an account. You have decks or answers already, so its cards are added with their due days and earlier reviews; your own answers, streak and settings stay as they are.`}
        </Alert>
      )}
      {run.encodings.length > 0 && (
        <TextField
          select
          fullWidth
          label={t`Which text is right?`}
          value=""
          disabled={busy}
          onChange={({ target }) => prepareWith({ encoding: target.value })}
          sx={{ my: 2 }}
        >
          {run.encodings.map(({ encoding, sample }) => (
            <MenuItem key={encoding} value={encoding}>
              <span {...ownText}>{sample.slice(0, 60)}</span>
              {'\u00A0'}({encoding})
            </MenuItem>
          ))}
        </TextField>
      )}
      {run.table && <MappingFields table={run.table} busy={busy} onChange={mapTo} />}
      {run.decks.length > 1 && <Decks run={run} skipped={skipped} onToggle={toggle} />}
      {run.sample.length > 0 && (
        <Box component="ol" aria-label={t`First cards`} sx={{ ...list, my: 2, typography: 'body2' }}>
          {run.sample.map(({ frontText, backText, format }, at) => (
            <li key={at}>
              <Box {...ownText} sx={clamp(2)}>
                <SideContent format={format} kind="basic" text={frontText.slice(0, shownText)} />
              </Box>
              <Box {...ownText} sx={{ ...clamp(2), color: 'text.secondary' }}>
                <SideContent format={format} kind="basic" text={backText.slice(0, shownText)} />
              </Box>
            </li>
          ))}
        </Box>
      )}
      {run.changedNotes > 0 && (
        <FormControlLabel
          control={
            <Checkbox checked={updatesChanged} onChange={({ target }) => setUpdatesChanged(target.checked)} />
          }
          label={plural(run.changedNotes, {
            one: '# note differs from yours: take the text of the file',
            other: '# notes differ from yours: take the texts of the file',
          })}
        />
      )}
      {losses.length > 0 && (
        <Alert severity="info" role="note" sx={{ my: 2 }}>
          {t`Not everything can be taken over:`}
          <Box component="ul" aria-label={t`What is lost`} sx={list}>
            {losses.map(([sentence, count]) => (
              <li key={sentence}>{t`${sentence} (${count})`}</li>
            ))}
          </Box>
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ my: 2 }}>
          {messageOf(error, t`The import could not be started. Try again.`)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
        <Button
          variant="contained"
          disabled={busy || (toAdd === 0 && !updatesChanged)}
          onClick={() =>
            void start({
              variables: { input: { id: run.id, skippedDecks: [...skipped], updatesChanged } },
            }).then(onStarted, () => undefined)
          }
        >
          {label}
        </Button>
        <Button variant="text" disabled={busy} onClick={onDrop}>{t`Cancel`}</Button>
      </Box>
    </Panel>
  );
}
