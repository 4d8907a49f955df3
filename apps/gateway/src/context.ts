/** What of a client's request the subgraphs need. */
export interface GatewayContext {
  authorization: string | undefined;
  clientAddress: string;
  requestId: string;
  /** True while plans are warmed: nothing is fetched. */
  warming: boolean;
}
