import type { Relay } from '../relay.ts';

/** A connected worker as operators see it, wherever it is connected. */
export interface LiveWorker {
  connectionId: string;
  workerId: string;
  generator: string;
  version: string;
  /** loading: it has a dream, and nothing to draw it with yet */
  state: 'drawing' | 'loading' | 'idle' | 'resting' | 'stopping';
  isDraining: boolean;
  address: string;
  /** ms since the epoch */
  connectedAt: number;
  /** the dream that it draws */
  dreamId: string | null;
  /** as last reported; null until then */
  fps: number | null;
  /** what it waits for, or how it fares, in its words */
  note: string | null;
  /** why it failed with its last dream; null where that went well, or it has another one */
  fault: string | null;
}

/** Those of this node. */
export const listWorkers = (relay: Pick<Relay, 'workers'>): LiveWorker[] =>
  relay.workers().map(({ slot, isDraining }) => ({
    connectionId: slot.connectionId,
    workerId: slot.id,
    generator: slot.generator,
    version: slot.version,
    state: stateOf(slot),
    isDraining,
    address: slot.address,
    connectedAt: slot.connectedAt,
    dreamId: slot.room?.dream?.id ?? null,
    fps: slot.pace?.fps ?? null,
    note: slot.waitsFor ?? slot.pace?.note ?? null,
    fault: slot.room ? null : slot.fault,
  }));

function stateOf(slot: ReturnType<Relay['workers']>[number]['slot']): LiveWorker['state'] {
  if (slot.room) return slot.waitsFor !== null && !slot.hasDrawn ? 'loading' : 'drawing';
  if (!slot.isIdle) return 'stopping';
  return slot.rests ? 'resting' : 'idle';
}
