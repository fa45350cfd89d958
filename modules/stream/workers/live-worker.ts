import type { Relay } from '../relay.ts';

/** A connected worker as shown to operators, on any server. */
export interface LiveWorker {
  connectionId: string;
  workerId: string;
  generator: string;
  version: string;
  /** `loading`: it has a dream but can't draw yet */
  state: 'drawing' | 'loading' | 'idle' | 'resting' | 'stopping';
  isDraining: boolean;
  address: string;
  /** ms since the epoch */
  connectedAt: number;
  dreamId: string | null;
  /** as last reported; null until then */
  fps: number | null;
  /** its own report of what it waits for or how it is doing */
  note: string | null;
  /** why its last dream failed; null after a success or with a new dream */
  fault: string | null;
}

/** This node's workers. */
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
