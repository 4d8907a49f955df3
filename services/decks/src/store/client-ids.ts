import type { Owned } from '@kumbuka/service-kit';
import mongoose from 'mongoose';

const isText = { $type: 'string' };

/** Rows that a client named have unique names per owner. */
export const clientIdIndex = { ownerId: 1, clientId: 1 } as const;
export const uniqueClientIds = { unique: true, partialFilterExpression: { clientId: isText } };

// MongoDB uses a partial index only when the query repeats its filter.
export const withClientIds = <Row>(ownerId: number, clientIds: readonly string[]) =>
  ({ ownerId, clientId: mongoose.trusted({ $in: clientIds, ...isText }) }) as Owned<Row>;
