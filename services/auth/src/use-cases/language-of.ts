import type { Language } from '@kumbuka/contracts';
import type { PreferenceStore } from './ports.ts';

/** Never the id of an account; reading it takes as long as reading that of one. */
const nobody = 0;

/** Language of emails to an account, or to nobody: English before a choice. */
export const languageOf = async (
  { preferences }: { preferences: Pick<PreferenceStore, 'find'> },
  account: { id: number } | null,
): Promise<Language> => (await preferences.find(account?.id ?? nobody)).language ?? 'en';
