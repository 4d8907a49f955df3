/** Operations of every unit of work besides its stores. */
export interface Recorder<Event> {
  /** Publishes the events after the commit. */
  record(events: readonly Event[]): void;
  /**
   * Stores the result for retries with the same Idempotency-Key, in the same transaction, and returns it. The owner is
   * the user with whose data it is erased, when the caller is anonymous.
   */
  rememberResponse<Result>(result: Result, ownerId?: number): Result;
}

/** Stores and outbox of one transaction. */
export type UnitOfWork<Stores, Event> = Stores & Recorder<Event>;

/** Runs work in one transaction and retries it after a conflict. */
export type Transact<Unit> = <Result>(work: (unit: Unit) => Promise<Result>) => Promise<Result>;
