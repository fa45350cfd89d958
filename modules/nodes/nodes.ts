import type { DatabaseConfig } from '../../db/settings.ts';
import type { Kit } from '../module.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { createFleetNode, type FleetNode } from './fleet-node.ts';

export type { FleetNode, TakeOver } from './fleet-node.ts';
export { sharedLimits } from './shared-limits.ts';

/** This server, either as a node of a fleet or on its own. */
export type Nodes = FleetNode | SoloNode;
export type SoloNode = typeof soloNode;

/** A server without NODE_URL or without Postgres; no other server shares its database. */
const soloNode = {
  kind: 'solo' as const,
  /** name of this node in the database */
  self: 'local',
  urls: (): string[] => [],
  isDraining: false,
  async stop(): Promise<void> {},
};

export function createNodes(kit: Kit<SiteConfig & DatabaseConfig>): Nodes {
  const { NODE_URL } = kit.config;
  const { notifications } = kit.db;
  return NODE_URL && notifications ? createFleetNode(kit, NODE_URL, notifications) : soloNode;
}
