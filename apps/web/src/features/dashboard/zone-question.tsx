import { t } from '@lingui/core/macro';
import { offsetMinutesAt } from '@kumbuka/contracts/study-day';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { localStore } from '../../shared/browser/storage.ts';
import { browserZone, placeOf, revealsLocation } from '../../shared/format/zones.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { Question } from '../../shared/ui/states/question.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

const keyOf = (userId: string) => `kumbuka.zone-kept.${userId}`;

/** Returns the time zone of this device if its days differ from the learner's and the device has not asked before. */
function useOtherZone(): string | null {
  const { user } = useAuth();
  const { timezone } = useStudyClock();
  const zone = browserZone();
  if (!user?.stats || !revealsLocation(zone) || localStore.getItem(keyOf(user.id)) === zone) return null;
  const now = new Date(serverNow());
  return offsetMinutesAt(zone, now) === offsetMinutesAt(timezone, now) ? null : zone;
}

/** Asks once per device whether the study day goes by the zone of this device. */
export function ZoneQuestion() {
  const { user, api, reloadUser } = useAuth();
  const { timezone } = useStudyClock();
  const notify = useNotify();
  const [isKept, setIsKept] = useState(false);
  const zone = useOtherZone();
  if (!user || !zone || isKept) return <></>;
  const keep = () => {
    localStore.setItem(keyOf(user.id), zone);
    setIsKept(true);
  };
  const use = async () => {
    try {
      await api.setTimezone(zone);
      await reloadUser();
    } catch (failure) {
      notify(messageOf(failure, t`The time zone could not be changed. Try again in a moment.`), 'error');
    }
  };
  return (
    <Question
      label={t`Time zone`}
      text={t`This device uses the time of ${placeOf(zone)}. Your study days use ${placeOf(timezone)}.`}
      yes={{ label: t`Use ${placeOf(zone)}`, onChoose: () => void use() }}
      no={{ label: t`Keep ${placeOf(timezone)}`, onChoose: keep }}
    />
  );
}
