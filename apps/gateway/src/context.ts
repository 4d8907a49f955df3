import type { OperationKind } from './callers.ts';

/** Parts of a client's request that the subgraphs need, and their responses. */
export interface GatewayContext {
  /** Everything that a subgraph is sent beside the operation; nothing else of the client's headers passes. */
  headers: Record<string, string>;
  /** Admin key; sent to the graph of operators only. */
  operatorHeaders: Record<string, string>;
  /** True while plans are warmed: nothing is fetched. */
  warming: boolean;
  /** Waits for the turn of who asks, with an operation that can read so many items; throws when it is refused. */
  admit(kind: OperationKind, items: number): Promise<void>;
  /** Called when a subgraph answered with data: it has accepted the bearer, if there is one. */
  onServed(): void;
}
