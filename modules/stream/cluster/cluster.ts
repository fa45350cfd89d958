import type { Login } from '../../auth/schemas.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { EndReason } from '../../dreams/shared/dream-end.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { KeptPicture } from '../images/keep-picture.ts';
import type { Queue, QueueParts } from '../queue/queue.ts';
import type { Relay } from '../relay.ts';
import type { ConnectAnswer } from '../schemas.ts';
import type { LiveWorker } from '../workers/live-worker.ts';

/** Interval at which a draining server looks whether its dreams have ended. */
export const DRAIN_INTERVAL_MS = 250;

/** The servers that share this one's dreams, as the live dream needs them. */
export interface Cluster {
  /** Queue that this server's workers serve. */
  createQueue(parts: QueueParts): Queue;
  /** Answers the other servers from here on, and takes over the dreams of lost ones. */
  join(here: ClusterMember): Promise<void>;
  /**
   * Gives the dreams that wait to another server, where there is one, and resolves when those here have ended or the
   * time is over.
   */
  drain(withinMs: number): Promise<void>;

  /** True if another server has the dream's room, as far as the database knows. */
  has(dream: Dream): boolean;
  /** Finds a dream that ended here because a worker of another server took it in that moment: it is live there. */
  movedFrom(dream: Dream): Promise<Dream | null>;
  /** @returns null when no other server has the dream, or that server does not answer */
  connect(dream: Dream, login: Login): Promise<ConnectAnswer | null>;
  /** @returns null when no other server has the dream, or that server does not answer */
  end(dream: Dream, reason: EndReason): Promise<JobStatus | null>;
  /**
   * Gives a live dream an image; without one, asks only whether it could take one.
   * @returns the fault in words, or '' where there is none; null when no other server has the dream, or that
   * server does not answer
   */
  givePicture(dream: Dream, control: string, kept: KeptPicture | null): Promise<string | null>;

  /** The newest frame of a live dream, as it travels; null when no other server has the dream, or it has none yet. */
  latestPicture(dream: Dream): Promise<Uint8Array<ArrayBuffer> | null>;

  /** Workers of the other servers that answer. */
  workers(): Promise<WorkersOfServer[]>;
  drainWorker(workerId: string, drains: boolean): void;
  removeWorker(workerId: string): void;
  closeLogin(loginId: string): void;
  closeOperator(userId: string): void;
}

export interface WorkersOfServer {
  workers: LiveWorker[];
  /** dreams that wait there */
  queued: number;
}

/** This server's part of what the others ask for. */
export interface ClusterMember {
  relay: Relay;
  /** reason for a dream's wait, in words */
  waitNote(dreamId: string): string | null;
  /** brings a dream of a lost server to its end */
  recover(dream: Dream): Promise<void>;
}
