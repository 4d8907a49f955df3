/** Everything of the product that runs as a process of its own in split mode, in start order. */
export type WayIn = 'gateway' | 'rest-facade' | 'web';
export type ServiceName = 'auth' | 'decks' | 'study-progress' | WayIn;

export type Service = {
  name: ServiceName;
  /** Services start before the ways in and stop after them. */
  tier: 'service' | 'way-in';
  main: string;
};

export const services: readonly Service[] = [
  { name: 'auth', tier: 'service', main: 'services/auth/src/main.ts' },
  { name: 'decks', tier: 'service', main: 'services/decks/src/main.ts' },
  { name: 'study-progress', tier: 'service', main: 'services/study-progress/src/main.ts' },
  { name: 'gateway', tier: 'way-in', main: 'apps/gateway/src/main.ts' },
  { name: 'rest-facade', tier: 'way-in', main: 'apps/rest-facade/src/main.ts' },
  { name: 'web', tier: 'way-in', main: 'apps/web/server/main.ts' },
];
