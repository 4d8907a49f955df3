import { alterConfigs } from './alter-configs.ts';
import type { Api } from './api.ts';
import { createApiVersions } from './api-versions.ts';
import { createTopics } from './create-topics.ts';
import { deleteGroups } from './delete-groups.ts';
import { deleteRecords } from './delete-records.ts';
import { describeConfigs } from './describe-configs.ts';
import { describeGroups } from './describe-groups.ts';
import { fetch } from './fetch.ts';
import { findCoordinator } from './find-coordinator.ts';
import { heartbeat } from './heartbeat.ts';
import { initProducerId } from './init-producer-id.ts';
import { joinGroup } from './join-group.ts';
import { leaveGroup } from './leave-group.ts';
import { listOffsets } from './list-offsets.ts';
import { metadata } from './metadata.ts';
import { offsetCommit } from './offset-commit.ts';
import { offsetFetch } from './offset-fetch.ts';
import { produce } from './produce.ts';
import { saslAuthenticate } from './sasl-authenticate.ts';
import { saslHandshake } from './sasl-handshake.ts';
import { syncGroup } from './sync-group.ts';

const SERVED: readonly Api[] = [
  produce,
  fetch,
  listOffsets,
  metadata,
  offsetCommit,
  offsetFetch,
  findCoordinator,
  joinGroup,
  heartbeat,
  leaveGroup,
  syncGroup,
  describeGroups,
  createTopics,
  deleteRecords,
  initProducerId,
  describeConfigs,
  alterConfigs,
  deleteGroups,
  saslHandshake,
  saslAuthenticate,
];

export const apiVersions = createApiVersions(SERVED);

/** Every request type by its key. */
export const APIS: ReadonlyMap<number, Api> = new Map(
  [...SERVED, apiVersions].map((api) => [api.key, api] as const),
);
