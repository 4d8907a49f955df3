import { serviceNames, type ServiceName } from '@kumbuka/contracts/services';

/** Parts of the product that have their own process in split mode, in start order. */
export type Edge = 'gateway' | 'rest-facade' | 'web';
export type ProcessName = ServiceName | Edge;

export type Service = {
  name: ProcessName;
  /** Services start before the edges and stop after them. */
  tier: 'service' | 'way-in';
  main: string;
};

export const services: readonly Service[] = [
  ...serviceNames.map((name) => ({ name, tier: 'service', main: `services/${name}/src/main.ts` }) as const),
  { name: 'gateway', tier: 'way-in', main: 'apps/gateway/src/main.ts' },
  { name: 'rest-facade', tier: 'way-in', main: 'apps/rest-facade/src/main.ts' },
  { name: 'web', tier: 'way-in', main: 'apps/web/server/main.ts' },
];
