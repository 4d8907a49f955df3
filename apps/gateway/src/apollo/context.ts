import type { OperationKind } from '../requests/callers.ts';

/** Parts of a client's request that the subgraphs need. */
export interface GatewayContext {
  /** Headers of every request to a subgraph; no other client header is forwarded. */
  headers: Record<string, string>;
  /** Admin key; only the admin subgraph receives it. */
  operatorHeaders: Record<string, string>;
  /** True while plans are warmed: nothing is fetched. */
  warming: boolean;
  /** Waits for the caller's turn; `items` is the cost of the operation. Throws when it is rejected. */
  admit(kind: OperationKind, items: number): Promise<void>;
  /** Called when a subgraph responded with data, so it accepted the bearer, if there was one. */
  onServed(): void;
}
