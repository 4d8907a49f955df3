import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../shared/apollo/errors.ts';
import { takeChosenFile } from '../../shared/browser/chosen-file.ts';
import { isLive } from '../../shared/live/changes.ts';
import { useChanges } from '../../shared/live/use-live.ts';
import { percentLabel } from '../../shared/format/percent.ts';
import { Page, Panel } from '../../shared/ui/page/page.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import {
  ImportProgressDocument,
  ImportScreenDocument,
  UndoImportDocument,
  type ImportPartsFragment,
} from './import-page.generated.ts';
import { failureSentence } from './import-words.ts';
import { Preview } from './preview.tsx';
import { useUpload } from './use-upload.ts';
import { fileLabel } from '../../shared/ui/file-label.ts';

const pollMs = 800;
const isWorking = ({ state }: ImportPartsFragment) => ['READING', 'RUNNING', 'UNDOING'].includes(state);
const isOver = ({ state }: ImportPartsFragment) => state === 'UNDONE';

/** Files that can be imported. */
const accepted = '.apkg,.colpkg,.zip,.csv,.tsv,.txt,.md,.json';

interface ChooseFileProps {
  label: string;
  /** A result has a next step of its own. */
  isSecond: boolean;
  onChoose: (file: File) => void;
}

function ChooseFile({ label, isSecond, onChoose }: ChooseFileProps) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onChoose(file);
    target.value = '';
  };
  return (
    <Button
      {...fileLabel}
      variant={isSecond ? 'outlined' : 'contained'}
      sx={{ '&:focus-within': { outline: '2px solid' } }}
    >
      {label}
      <Box
        component="input"
        type="file"
        accept={accepted}
        onChange={choose}
        sx={{ position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' }}
      />
    </Button>
  );
}

function Bar({ label, share }: { label: string; share: number | null }) {
  return (
    <Panel>
      <Typography role="status" sx={{ mb: 1.5 }}>
        {share === null ? label : `${label} ${percentLabel(Math.round(share * 100))}`}
      </Typography>
      <LinearProgress
        aria-label={label}
        {...(share === null ? {} : { variant: 'determinate', value: Math.round(share * 100) })}
      />
    </Panel>
  );
}

function Result({
  run,
  onUndo,
  isUndoing,
}: {
  run: ImportPartsFragment;
  onUndo: () => void;
  isUndoing: boolean;
}) {
  const { state, failure, addedCards, existingCards, updatedNotes, madeDecks, canBeUndone, scheduledCards } =
    run;
  const [first] = madeDecks;
  return (
    <Panel title={run.fileName}>
      {state === 'FAILED' ? (
        <Alert severity="error">{failureSentence(failure ?? '')}</Alert>
      ) : (
        <Typography role="status">
          {plural(addedCards, {
            0: 'Every card was there already.',
            one: '# card was added.',
            other: '# cards were added.',
          })}{' '}
          {addedCards > 0 &&
            existingCards > 0 &&
            plural(existingCards, { one: '# was there already.', other: '# were there already.' })}{' '}
          {updatedNotes > 0 &&
            plural(updatedNotes, { one: '# note was updated.', other: '# notes were updated.' })}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 2 }}>
        {first && (
          <Button
            component={Link}
            variant="contained"
            to={scheduledCards > 0 ? '/study/due' : `/study/${first.id}`}
          >
            {t({ message: 'Study', context: 'action' })}
          </Button>
        )}
        <Button component={Link} variant="outlined" to="/mydecks">{t`My Decks`}</Button>
        {canBeUndone && (addedCards > 0 || madeDecks.length > 0) && (
          <Button variant="text" color="error" disabled={isUndoing} onClick={onUndo}>
            {t`Undo the import`}
          </Button>
        )}
      </Box>
    </Panel>
  );
}

/** While cards are added and the end is reported, only every fifth poll fetches the share. */
const seldom = 5;

/**
 * Polls an import while a process works on it, and fetches it when it ends; the cache updates the page. One that was started
 * may be shown as ready again, by a response that was on its way before.
 */
function useProgress(run: ImportPartsFragment | null, startedId: string | null) {
  const polls = useRef(0);
  const { refetch } = useQuery(ImportProgressDocument, {
    variables: { id: run?.id ?? '' },
    skip: !run || !(isWorking(run) || (run.state === 'READY' && run.id === startedId)),
    pollInterval: pollMs,
    skipPollAttempt: () => isLive() && run?.state === 'RUNNING' && ++polls.current % seldom !== 0,
    fetchPolicy: 'network-only',
  });
  useChanges(['imports'], () => {
    if (run) void refetch({ id: run.id }).catch(() => {});
  });
}

export function ImportPage() {
  const { data, error, loading, refetch } = useQuery(ImportScreenDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const [undo, undoing] = useMutation(UndoImportDocument);
  const [isNew, setNew] = useState(false);
  const [startedId, setStartedId] = useState<string | null>(null);
  const upload = useUpload(() => {
    setNew(false);
    return refetch();
  });
  const { send } = upload;
  useEffect(() => {
    // Before the list has come, the list of a later request would be that of the earlier one, without the new import.
    const file = loading ? null : takeChosenFile();
    if (file) send(file);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `send` is another function in each render
  }, [loading]);
  const latest = data?.viewer.imports?.[0] ?? null;
  const shown = latest && !isOver(latest) && !isNew ? latest : null;
  useProgress(shown, startedId);
  const run = shown;
  const takeBack = () => {
    if (run) void undo({ variables: { input: { id: run.id } } }).catch(() => undefined);
  };
  const isUploading = upload.share !== null;
  const stopped = run?.state === 'UPLOADING' && !isUploading;
  return (
    <Page title={t`Import cards`} width="reading">
      {error && !data && (
        <FailedState
          title={t`Your imports could not be loaded`}
          text={messageOf(error, t`Check your connection and try again.`)}
          onRetry={() => void refetch()}
          next={{ to: '/mydecks', label: t`My Decks` }}
        />
      )}
      {upload.error !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(upload.error, t`The file could not be sent. Choose it again to go on.`)}
        </Alert>
      )}
      {undoing.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(undoing.error, t`The import could not be undone. Try again.`)}
        </Alert>
      )}
      {isUploading && <Bar label={t`Sending the file:`} share={upload.share} />}
      {!isUploading && run?.state === 'READING' && <Bar label={t`Reading the file`} share={null} />}
      {run?.state === 'RUNNING' && (
        <Bar
          label={t`Adding the cards. You can leave this page:`}
          share={run.notes === 0 ? 0 : run.processedNotes / run.notes}
        />
      )}
      {run?.state === 'UNDOING' && <Bar label={t`Taking the cards back`} share={null} />}
      {!isUploading && run?.state === 'READY' && (
        <Preview
          key={run.id}
          run={run}
          onStarted={() => setStartedId(run.id)}
          onDrop={takeBack}
          isDropping={undoing.loading}
        />
      )}
      {(run?.state === 'DONE' || run?.state === 'FAILED') && !isUploading && (
        <Box sx={{ mb: 2 }}>
          <Result run={run} onUndo={takeBack} isUndoing={undoing.loading} />
        </Box>
      )}
      {!isUploading &&
        !loading &&
        data &&
        (!run || stopped || run.state === 'DONE' || run.state === 'FAILED') && (
          <Panel>
            <Typography sx={{ mb: 2 }}>
              {stopped
                ? t`The upload of ${run.fileName} stopped. Choose the same file to go on.`
                : t`Anki packages (.apkg, .colpkg), tables (.csv, .tsv), texts from Quizlet and others, Markdown, and your own export. Cards of Anki keep their due days.`}
            </Typography>
            <ChooseFile
              label={run && !stopped ? t`Choose another file` : t`Choose a file`}
              isSecond={run?.state === 'DONE'}
              onChoose={upload.send}
            />
          </Panel>
        )}
    </Page>
  );
}
