import type { Connection, Model } from 'mongoose';
import type { Settings } from '../domain/learner/learner.ts';
import type { ReviewEntry } from '../domain/review-log.ts';
import type {
  CardDocument,
  DayDocument,
  DeckDocument,
  LearnerDocument,
  ProjectionDocument,
} from './documents.ts';
import * as schemas from './schemas.ts';

type Stored<Entry> = Entry extends ReviewEntry ? Omit<Entry, 'id'> & { _id: string } : never;
export type ReviewDocument = Stored<ReviewEntry>;

export interface SettingsDocument extends Settings {
  /** Id of the learner. */
  _id: number;
}

export interface Models {
  projections: Model<ProjectionDocument>;
  learners: Model<LearnerDocument>;
  decks: Model<DeckDocument>;
  cards: Model<CardDocument>;
  days: Model<DayDocument>;
  reviews: Model<ReviewDocument>;
  settings: Model<SettingsDocument>;
}

const made = new WeakMap<Connection, Models>();

function defineModels(connection: Connection): Models {
  const projections = connection.model<ProjectionDocument>('Projection', schemas.projectionSchema);
  projections.discriminator('RemovedDeck', schemas.removedDeckSchema, 'removed-deck');
  projections.discriminator('RemovedCard', schemas.removedCardSchema, 'removed-card');
  projections.discriminator('Session', schemas.sessionSchema, 'session');
  projections.discriminator('Erased', schemas.erasedSchema, 'erased');
  const reviews = connection.model<ReviewDocument>('Review', schemas.reviewSchema);
  reviews.discriminator('Answer', schemas.answerSchema, 'answer');
  reviews.discriminator('Undo', schemas.undoSchema, 'undo');
  reviews.discriminator('Bury', schemas.burySchema, 'bury');
  reviews.discriminator('Finish', schemas.finishSchema, 'finish');
  return {
    projections,
    learners: projections.discriminator<LearnerDocument>('Learner', schemas.learnerSchema, 'learner'),
    decks: projections.discriminator<DeckDocument>('Deck', schemas.deckSchema, 'deck'),
    cards: projections.discriminator<CardDocument>('Card', schemas.cardSchema, 'card'),
    days: projections.discriminator<DayDocument>('Day', schemas.daySchema, 'day'),
    reviews,
    settings: connection.model<SettingsDocument>('Settings', schemas.settingsSchema),
  };
}

/** Returns the models of a connection, creating them on first use. */
export function modelsOf(connection: Connection): Models {
  const models = made.get(connection) ?? defineModels(connection);
  made.set(connection, models);
  return models;
}

/**
 * Projection rows through the plain driver, without Mongoose casting or discriminator filters. Used on the
 * hot paths, where a Mongoose query costs more than the read itself.
 */
export const projectionRowsOf = <Row extends ProjectionDocument = ProjectionDocument>(
  connection: Connection,
) => connection.collection<Row>(modelsOf(connection).projections.collection.name);
