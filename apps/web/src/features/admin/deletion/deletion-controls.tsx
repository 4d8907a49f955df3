import { plural, t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useRef, useState } from 'react';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { usualChoices, type DeletionChoices } from './deletion-rules.ts';
import type { DeletionPartsFragment, DeletionStrategy } from './deletion.generated.ts';
import { DryRunNumbers } from './dry-run-numbers.tsx';
import { RunProgress } from './run-progress.tsx';
import type { Failure } from '../use-attempts.ts';
import { useDeletion, type Counted } from './use-deletion.ts';

const ConfirmDialog = lazyNamed(
  () => import('../../../shared/ui/dialog/confirm-dialog.tsx'),
  'ConfirmDialog',
);

const commitChoices = () => [
  { value: 'USER', label: t`user` },
  { value: 'ROW', label: t`row` },
];

interface ChoicesRowProps {
  choices: DeletionChoices;
  onChange: (choices: DeletionChoices) => void;
}

function ChoicesRow({ choices, onChange }: ChoicesRowProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        '& .MuiFormControl-root': { mb: 0 },
        '& .MuiFormHelperText-root': { display: 'none' },
      }}
    >
      <SelectField
        label={t`Commit per`}
        size="small"
        value={choices.commitPer}
        choices={commitChoices()}
        sx={{ width: 120 }}
        onChange={(event) =>
          onChange({ ...choices, commitPer: event.target.value === 'USER' ? 'USER' : 'ROW' })
        }
      />
      <FormField
        label={t`sleep ms`}
        size="small"
        type="number"
        value={choices.sleepMs}
        sx={{ width: 104 }}
        slotProps={{ htmlInput: { min: 0 } }}
        onChange={(event) => onChange({ ...choices, sleepMs: event.target.value })}
      />
      <Box>
        <FormControlLabel
          label={t`SQL Echo`}
          control={
            <Switch
              checked={choices.echoSql}
              onChange={(event) => onChange({ ...choices, echoSql: event.target.checked })}
            />
          }
        />
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t`No effect: Kumbuka does not use SQL.`}
        </Typography>
      </Box>
    </Box>
  );
}

interface ProgressProps {
  deletion: DeletionPartsFragment;
  pollFailed: boolean;
}

function Progress({ deletion, pollFailed }: ProgressProps) {
  const { dryRun, done, users } = deletion;
  const text = dryRun ? t`Counting: ${done} of ${users}` : t`Deleting: ${done} of ${users}`;
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <RunProgress text={text} done={done} of={users} pollFailed={pollFailed} />
    </Box>
  );
}

function Failed({ text, again }: Failure) {
  const sx = { mx: 2, mb: 2 };
  if (again) return <RetryAlert text={text} onRetry={again} sx={sx} />;
  return (
    <Alert severity="error" role="alert" sx={sx}>
      {text}
    </Alert>
  );
}

interface ConfirmDeletionProps {
  dryRun: Counted;
  onCancel: () => void;
  onConfirm: () => void;
}

function ConfirmDeletion({ dryRun, onCancel, onConfirm }: ConfirmDeletionProps) {
  const users = plural(dryRun.outcome.countWouldDelete, { one: '# user', other: '# users' });
  return (
    <Suspense>
      <ConfirmDialog
        open
        title={t`Delete ${users}?`}
        text={t`The dry run changed nothing. This is what ${dryRun.strategy} will do; it cannot be undone.`}
        confirm={t`Delete ${users}`}
        details={<DryRunNumbers dryRun={dryRun} />}
        onCancel={onCancel}
        onConfirm={onConfirm}
      />
    </Suspense>
  );
}

interface DeletionControlsProps {
  userIds: readonly string[];
  onDeleted: () => void;
}

/** Buttons that delete the selected users; each first counts what the deletion would delete. */
export function DeletionControls({ userIds, onDeleted }: DeletionControlsProps) {
  const [choices, setChoices] = useState(usualChoices);
  const deletion = useDeletion(onDeleted);
  const { dryRun, receipt, failure, progress, pollFailed, count, confirm, cancel } = deletion;
  const disabled = userIds.length === 0 || deletion.isBusy;
  const buttons = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const begin = (strategy: DeletionStrategy) => {
    // The pressed button is disabled while it counts, and the dialog returns the focus to where it was.
    buttons.current?.focus({ preventScroll: true });
    void count({ userIds, strategy, choices });
  };
  return (
    <Box sx={{ borderTop: '1px solid', borderColor: 'divider', bgcolor: 'surface.nav' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          p: 2,
        }}
      >
        <ChoicesRow choices={choices} onChange={setChoices} />
        <Box
          ref={buttons}
          role="group"
          aria-labelledby={labelId}
          tabIndex={-1}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
        >
          <Typography id={labelId} variant="body2" sx={{ color: 'text.secondary', mr: 0.5 }}>
            {t`${userIds.length} selected`}
          </Typography>
          <Button variant="contained" color="error" disabled={disabled} onClick={() => begin('FAST')}>
            {t`Delete Selected FAST`}
          </Button>
          <Button
            variant="outlined"
            disabled={disabled}
            aria-label={t`Delete Selected SLOW`}
            onClick={() => begin('SLOW')}
          >
            {t`SLOW`}
          </Button>
          <Button
            variant="outlined"
            disabled={disabled}
            aria-label={t`Delete Selected TURBO`}
            onClick={() => begin('TURBO')}
          >
            {t`TURBO`}
          </Button>
        </Box>
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', px: 2, pb: 2 }}>
        {t`FAST deletes user after user, all rows of a user in one step. SLOW deletes row by row, or user by user, and pauses for the sleep time after each. TURBO deletes service by service, many users at once. Each counts first and asks.`}
      </Typography>
      {progress && <Progress deletion={progress} pollFailed={pollFailed} />}
      {failure && <Failed {...failure} />}
      {receipt && (
        <Alert severity="info" role="status" sx={{ mx: 2, mb: 2 }}>
          {receipt}
        </Alert>
      )}
      {dryRun && <ConfirmDeletion dryRun={dryRun} onCancel={cancel} onConfirm={() => void confirm(dryRun)} />}
    </Box>
  );
}
