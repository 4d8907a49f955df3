import type { Language } from '@kumbuka/contracts';
import type { PreferenceStore } from './ports.ts';

/** Read for an unknown address, so that it takes as long as for an account. No account has this id. */
const noAccount = 0;

/** Returns the language of emails to an account, or to an address without one; English until the learner has chosen. */
export const languageOf = async (
  { preferences }: { preferences: Pick<PreferenceStore, 'find'> },
  account: { id: number } | null,
): Promise<Language> => (await preferences.find(account?.id ?? noAccount)).language ?? 'en';
