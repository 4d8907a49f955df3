import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { useForm } from '../../shared/lib/use-form.ts';
import { FormField, SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page.tsx';
import { DemoResult } from './demo-result.tsx';
import { demoDefaults, demoErrors, demoInput, type DemoValues } from './demo-rules.ts';
import {
  CreateDemoUsersDocument,
  DemoBatchProgressDocument,
  DemoBatchUsersDocument,
  type DemoBatchPartsFragment,
  type DemoBatchUsersQuery,
} from './demo-tab.generated.ts';
import { failureText } from './failures.ts';
import { useOperator } from './operator.tsx';
import { useRun } from './use-run.ts';

type DemoUsers = DemoBatchUsersQuery['adminDemoBatch']['users'];

const yesNo = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];
const deckChoices = ['0', '1', '2', '3'].map((count) => ({
  value: count,
  label: count === '0' ? 'None' : count,
}));

/** Makes a batch, follows it to its end and reads its users, whose passwords are told only then. */
function useDemoBatch() {
  const client = useApolloClient();
  const { context, noteFailure } = useOperator();
  const { contextFor, made } = useCreationKey();
  const [users, setUsers] = useState<DemoUsers | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const ask = useCallback(
    async (id: string) => {
      const how = { query: DemoBatchProgressDocument, variables: { id }, context } as const;
      return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDemoBatch;
    },
    [client, context],
  );
  const { progress, follow } = useRun<DemoBatchPartsFragment>(ask);

  const begin = async (values: DemoValues) => {
    const input = demoInput(values);
    const headers = { ...context.headers, ...contextFor(input).headers };
    const options = {
      mutation: CreateDemoUsersDocument,
      variables: { input },
      context: { headers },
    } as const;
    const { data } = await client.mutate({ ...options, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('No batch was begun');
    made();
    return follow(data.createDemoUsers);
  };
  const read = async (id: string) => {
    const how = { query: DemoBatchUsersDocument, variables: { id }, context } as const;
    try {
      const { data } = await client.query({ ...how, fetchPolicy: 'no-cache' });
      setUsers(data.adminDemoBatch.users);
      setUnread(null);
    } catch (failure) {
      noteFailure(failure);
      setUnread(id);
    }
  };
  const create = async (values: DemoValues) => {
    setError(null);
    setUsers(null);
    setUnread(null);
    try {
      const batch = await begin(values);
      if (!batch) return;
      if (batch.state === 'FAILED')
        setError('Failed to create demo users: some of them were made. Look at Users.');
      await read(batch.id);
    } catch (failure) {
      noteFailure(failure);
      setError(failureText('Failed to create demo users', failure));
    }
  };
  const readAgain = unread === null ? null : () => read(unread);
  return { users, error, progress, create, readAgain };
}

function Progress({ batch }: { batch: DemoBatchPartsFragment }) {
  const { count, made, furnished } = batch;
  const isMade = made >= count;
  const text = isMade ? `Furnishing: ${furnished} of ${count}` : `Creating: ${made} of ${count}`;
  return (
    <Panel
      title="Creating demo users"
      note="This goes on if you leave the page; the passwords are then shown nowhere."
    >
      <Typography id="demo-progress" role="status" sx={{ mb: 1 }}>
        {text}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-labelledby="demo-progress"
        value={((isMade ? furnished : made) / Math.max(1, count)) * 100}
      />
    </Panel>
  );
}

interface DemoFormProps {
  error: string | null;
  onCreate: (values: DemoValues) => Promise<void>;
}

function DemoForm({ error, onCreate }: DemoFormProps) {
  const form = useForm<DemoValues>({ initial: demoDefaults, validate: demoErrors, onSubmit: onCreate });
  const number = { htmlInput: { inputMode: 'numeric' } } as const;
  return (
    <Panel>
      <Box component="form" noValidate onSubmit={(event) => void form.submit(event)}>
        <FormAlert message={error} />
        <FormField {...form.field('count')} label="Count" slotProps={number} />
        <FormField {...form.field('prefix')} label="Prefix" />
        <FormField {...form.field('emailDomain')} label="Email domain" />
        <FormField {...form.field('expiresIn')} label="Expires in (days)" slotProps={number} />
        <FormField
          {...form.field('password', 'Leave empty for random ones.')}
          label="Fixed password"
          autoComplete="off"
        />
        <SelectField {...form.field('starterDecks')} label="Starter decks each" choices={deckChoices} />
        {form.values.starterDecks !== '0' && (
          <SelectField {...form.field('studyHistory')} label="With a study history" choices={yesNo} />
        )}
        <Button type="submit" variant="contained" fullWidth loading={form.busy}>
          Create demo users
        </Button>
      </Box>
    </Panel>
  );
}

/** Their passwords are told by this answer alone. */
function Unread({ onAgain }: { onAgain: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    void onAgain().finally(() => setBusy(false));
  };
  const button = (
    <Button color="inherit" size="small" loading={isBusy} onClick={again}>
      Try again
    </Button>
  );
  return (
    <Alert severity="warning" role="alert" action={button}>
      The demo users were created, but their names and passwords could not be read.
    </Alert>
  );
}

export function DemoTab() {
  const { users, error, progress, create, readAgain } = useDemoBatch();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', md: '340px minmax(0, 1fr)' },
      }}
    >
      <DemoForm error={error} onCreate={create} />
      {progress && <Progress batch={progress} />}
      {readAgain && <Unread onAgain={readAgain} />}
      {users && <DemoResult users={users} />}
    </Box>
  );
}
