import { databaseOf } from '@kumbuka/contracts';
import {
  createEventsAdmin,
  kafkaAccess,
  kafkaConfig,
  type BusOptions,
  type EventsAdmin,
} from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { z } from 'zod';
import { services } from '../../run/services.ts';
import { readSettings } from '../../run/settings.ts';
import { brokersOf, loginOf, mongoUrlOf } from '../../run/store-addresses.ts';
import { UsageError } from '../run-command.ts';

export const owners = services.filter(({ tier }) => tier === 'service').map(({ name }) => name);
export const ownerNamed = (name: string | undefined): string => {
  const found = owners.find((owner) => owner === name);
  if (found === undefined)
    throw new UsageError(`${name ?? 'The service'} is not one of ${owners.join(', ')}`);
  return found;
};

/** Timeout of Kafka's responses. It is longer than that of a page, because a starting product may keep the machine busy. */
const responseMs = 15_000;

export function busOptions(): BusOptions {
  const settings = readSettings(process.env);
  const { KAFKA_TLS } = settings;
  const KAFKA_BROKERS = brokersOf(settings);
  const KAFKA_LOGIN = loginOf(settings, 'admin');
  const access = kafkaAccess(z.object(kafkaConfig).parse({ KAFKA_BROKERS, KAFKA_TLS, KAFKA_LOGIN }));
  return { ...access, clientId: 'events-desk', log: createLog('events', 'warn') };
}

export function openAdmin(): EventsAdmin {
  const mongoUrl = mongoUrlOf(readSettings(process.env));
  const dispositionsDatabase = databaseOf('admin');
  return createEventsAdmin({ ...busOptions(), mongoUrl, dispositionsDatabase, responseMs });
}

/** Opens the administration for changes of dead letters. */
export async function openPreparedAdmin(): Promise<EventsAdmin> {
  const admin = openAdmin();
  await admin.prepare();
  return admin;
}
