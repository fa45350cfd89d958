import type { Relay } from '../relay.ts';

/** A connected worker as operators see it, wherever it is connected. */
export interface LiveWorker {
  connectionId: string;
  workerId: string;
  generator: string;
  version: string;
  state: 'drawing' | 'idle' | 'resting' | 'stopping';
  isDraining: boolean;
  address: string;
  /** ms since the epoch */
  connectedAt: number;
  /** the dream that it draws */
  dreamId: string | null;
  /** as it last told; null until it has */
  fps: number | null;
  note: string | null;
  /** why it failed with its last dream; null where that went well */
  fault: string | null;
}

/** Those of this node. */
export const listWorkers = (relay: Pick<Relay, 'workers'>): LiveWorker[] =>
  relay.workers().map(({ slot, isDraining }) => ({
    connectionId: slot.connectionId,
    workerId: slot.id,
    generator: slot.generator,
    version: slot.version,
    state: slot.room ? 'drawing' : !slot.isIdle ? 'stopping' : slot.rests ? 'resting' : 'idle',
    isDraining,
    address: slot.address,
    connectedAt: slot.connectedAt,
    dreamId: slot.room?.dream?.id ?? null,
    fps: slot.pace?.fps ?? null,
    note: slot.pace?.note ?? null,
    fault: slot.fault,
  }));
