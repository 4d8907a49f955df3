/** All services and their purpose: the only list. Everything else derives from it. */
export const services = {
  auth: 'Accounts, codes and tokens.',
  decks: 'Decks, cards and the starter catalogue.',
  'study-progress': 'Answers, schedules, goals and the dashboard.',
  billing: 'Payments and subscriptions.',
  ai: 'Cards generated from study texts, and the quota of prompts.',
  admin:
    'For operators: the user directory, demo users, deletions, the audit log and the events of all services.',
};
export type ServiceName = keyof typeof services;

const isServiceName = (name: string): name is ServiceName => name in services;

export const serviceNames = Object.keys(services).filter(isServiceName);

type OfEach<Value> = Record<ServiceName, Value>;

const isOfEach = <Value>(values: Record<string, Value>): values is OfEach<Value> =>
  serviceNames.every((name) => name in values);

/** Maps every service to a value. */
export function byService<Value>(valueOf: (name: ServiceName) => Value): OfEach<Value> {
  const values = Object.fromEntries(serviceNames.map((name) => [name, valueOf(name)]));
  if (!isOfEach(values)) throw new Error('A service has no value.');
  return values;
}

/** Environment variable with the address of a service, such as `STUDY_PROGRESS_URL`. */
export const addressVariable = (name: ServiceName) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;
