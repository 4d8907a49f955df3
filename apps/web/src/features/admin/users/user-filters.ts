import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import type { AdminUserFilter, FunnelStep } from './users-tab.generated.ts';

export type UserType = 'all' | 'demo' | 'verified' | 'unverified';

export interface UserFilters {
  type: UserType;
  activeWithin: string;
  search: string;
  perPage: number;
  /** Days since signing up; 0 for all users. */
  within: number;
  step: FunnelStep | null;
}

const steps = new Map<string, FunnelStep>([
  ['verified', 'VERIFIED'],
  ['studied', 'STUDIED'],
  ['returned', 'RETURNED'],
]);

export const noFilters: UserFilters = {
  type: 'all',
  activeWithin: '',
  search: '',
  perPage: 20,
  within: 0,
  step: null,
};
export const pageSizes = [10, 20, 50, 100, 1000];
export const userTypes = (): { value: UserType; label: string }[] => [
  { value: 'all', label: t`All` },
  { value: 'demo', label: t`Demo` },
  { value: 'verified', label: t`Verified` },
  { value: 'unverified', label: t`Unverified` },
];

/** The filters that an address names, as the numbers of the overview do. */
export function filtersIn(params: URLSearchParams): UserFilters {
  const type = userTypes().find(({ value }) => value === params.get('type'))?.value ?? noFilters.type;
  const active = params.get('active') ?? '';
  const within = params.get('within') ?? '';
  return {
    ...noFilters,
    type,
    activeWithin: /^\d{1,6}$/.test(active) ? active : '',
    within: /^[1-9]\d?$/.test(within) ? Number(within) : 0,
    step: steps.get(params.get('step') ?? '') ?? null,
  };
}

const ofType: Record<UserType, AdminUserFilter> = {
  all: {},
  demo: { isDemo: true },
  verified: { emailVerified: true },
  unverified: { emailVerified: false },
};

const maxMinutes = 525_600;

/** Variables of the query; minutes that are no whole number from 1 are left out. */
export function filterOf({ type, activeWithin, search, within, step }: UserFilters): AdminUserFilter {
  const minutes = /^\d{1,9}$/.test(activeWithin.trim()) ? Math.min(Number(activeWithin), maxMinutes) : 0;
  const text = search.trim();
  return {
    ...ofType[type],
    ...(minutes > 0 ? { activeWithin: minutes } : {}),
    ...(within > 0 ? { signedUpWithin: within, step } : {}),
    ...(text === '' ? {} : { search: cut(text, limits.searchText) }),
  };
}
