import { serviceNames, type ServiceName } from '@kumbuka/contracts/services';

/** Parts of the product that have their own process in split mode, in start order. */
export type Edge = 'gateway' | 'rest-facade' | 'web';
export type ProcessName = ServiceName | Edge;

export type Service = {
  name: ProcessName;
  /** Services start before the edges and stop after them. */
  tier: 'service' | 'edge';
  main: string;
};

export const services: readonly Service[] = [
  ...serviceNames.map((name) => ({ name, tier: 'service', main: `services/${name}/src/main.ts` }) as const),
  { name: 'gateway', tier: 'edge', main: 'apps/gateway/src/main.ts' },
  { name: 'rest-facade', tier: 'edge', main: 'apps/rest-facade/src/main.ts' },
  { name: 'web', tier: 'edge', main: 'apps/web/server/main.ts' },
];
