import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { isEmpty, useForm } from '../../shared/hooks/use-form.ts';
import { browserZone, zoneNames } from '../../shared/format/zones.ts';
import { FormField, SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { SavingForm } from './panel-form.tsx';
import { SettingsScreenDocument } from './settings-page.generated.ts';
import { UpdateStudySettingsDocument } from './study-panel.generated.ts';
import {
  hours,
  inputOf,
  studyErrors,
  valuesOf,
  type StudySettings,
  type StudyValues,
} from './study-rules.ts';

function useZoneChoices(chosen: string) {
  const device = browserZone();
  const names = useMemo(() => zoneNames(device, chosen), [device, chosen]);
  const labelOf = (zone: string) => {
    const name = zone.replaceAll('_', ' ');
    return zone === device ? t`${name} (this device)` : name;
  };
  return names.map((value) => ({ value, label: labelOf(value) }));
}

function StudyForm({ settings }: { settings: StudySettings }) {
  const notify = useNotify();
  const { reloadUser } = useAuth();
  const [update] = useMutation(UpdateStudySettingsDocument);
  const [error, setError] = useState<string | null>(null);
  const zones = useZoneChoices(settings.timezone);
  const form = useForm<StudyValues>({
    initial: valuesOf(settings),
    validate: studyErrors,
    onSubmit: async (values) => {
      setError(null);
      try {
        await update({
          variables: { input: inputOf(values, settings) },
          refetchQueries: [SettingsScreenDocument],
          awaitRefetchQueries: true,
        });
        notify(t`Your study settings are saved.`);
        await reloadUser().catch(() => {});
      } catch (failure) {
        setError(messageOf(failure, t`Your study settings may not have been saved. Try again in a moment.`));
      }
    },
  });
  return (
    <SavingForm error={error} busy={form.busy} isValid={isEmpty(form.errors)} onSubmit={form.submit}>
      <Box
        sx={{ display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        <SelectField {...form.field('zone')} label={t`Time zone`} choices={zones} />
        <SelectField
          {...form.field('dayStart', t`Earlier answers count for the day before.`)}
          label={t`Your day starts at`}
          choices={hours}
        />
        <FormField
          {...form.field('weeklyGoal', t`Different cards from Sunday to Saturday.`)}
          label={t`Cards a week`}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <FormField
          {...form.field('targetDays', t`Days with at least one answer.`)}
          label={t`Days a week`}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      </Box>
    </SavingForm>
  );
}

export function StudyPanel({ settings }: { settings: StudySettings | null }) {
  return (
    <Panel title={t`Study days and goals`}>
      {settings ? (
        <StudyForm settings={settings} />
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          {t`These settings are not available right now. Your goals stay as they are.`}
        </Typography>
      )}
    </Panel>
  );
}
