import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { StudyScreenDocument } from '../overview/study-page.generated.ts';
import { UpdateWeeklyGoalDocument } from './weekly-goal.generated.ts';

/** Saves a weekly goal and says how it went; true when it is saved. */
export function useWeeklyGoal() {
  const notify = useNotify();
  const [update] = useMutation(UpdateWeeklyGoalDocument);
  return async (weeklyGoal: number): Promise<boolean> => {
    try {
      await update({
        variables: { input: { weeklyGoal } },
        refetchQueries: [StudyScreenDocument],
        awaitRefetchQueries: true,
      });
      notify(t`Weekly goal updated successfully!`);
      return true;
    } catch (error) {
      notify(messageOf(error, t`Error updating weekly goal`), 'error');
      return false;
    }
  };
}
