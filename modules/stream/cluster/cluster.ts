import type { EndReason } from '../../dreams/contract/dream-end.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { AppError } from '../../kit/errors.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { Score } from '../../scores/contract/score.ts';
import type { Login } from '../../web/contract/person.ts';
import type { WatchCall } from '../audience/watch-call.ts';
import type { ConnectAnswer, WatchAnswer } from '../contract/schemas.ts';
import type { KeptImage } from '../images/keep-image.ts';
import type { Queue, QueueParts } from '../queue/queue.ts';
import type { Relay } from '../relay.ts';
import type { ClipCall, KeepClip } from '../rewind/keep-clip.ts';
import type { LiveWorker } from '../workers/live-worker.ts';

/** Polling interval of a draining server that waits for its dreams to end. */
export const DRAIN_INTERVAL_MS = 250;

/** The other servers on the same database, as seen by the live dream. */
export interface Cluster {
  /** The queue that this server's workers serve. */
  createQueue(parts: QueueParts): Queue;
  /** Starts answering the other servers and taking over dreams from lost ones. */
  join(here: ClusterMember): Promise<void>;
  /** Hands waiting dreams to another server, if any. Resolves when the local dreams have ended or time is up. */
  drain(withinMs: number): Promise<void>;

  /** True if another server has the dream's room, according to the database. */
  has(dream: Dream): boolean;
  /** Finds a dream that just ended here because another server's worker took it. It is live there. */
  movedFrom(dream: Dream): Promise<Dream | null>;
  /** @returns null if no other server has the dream or that server doesn't answer */
  connect(dream: Dream, login: Login): Promise<ConnectAnswer | null>;
  /** @returns null if no other server has the dream or that server doesn't answer */
  end(dream: Dream, reason: EndReason): Promise<JobStatus | null>;
  /**
   * Gives a live dream an image. Without an image, only checks whether the dream could accept one.
   * @returns the error text, or '' on success; null if no other server has the dream or that server doesn't answer
   */
  giveImage(dream: Dream, control: string, kept: KeptImage | null): Promise<string | null>;

  /** Sets a live dream's score. @returns false if no other server has the dream or that server doesn't answer */
  setScore(dream: Dream, score: Score, restarts: boolean): Promise<boolean>;

  /**
   * The newest frame of a live dream, as sent on the wire. Null if no other server has the dream or it has no frame
   * yet.
   */
  latestFrame(dream: Dream): Promise<Uint8Array<ArrayBuffer> | null>;

  /**
   * Keeps a clip of a live dream. @returns its id, or the refusal; null if that server doesn't answer in time: repeat
   * the call then to get its id
   */
  keepClip(dream: Dream, call: ClipCall): Promise<{ id: string } | ClipRefusal | null>;

  /** @returns null if no other server has the dream or that server doesn't answer */
  watch(dream: Dream, call: WatchCall): Promise<WatchAnswer | null>;

  /** Workers of the other servers that answer. */
  workers(): Promise<WorkersOfServer[]>;
  drainWorker(workerId: string, drains: boolean): void;
  removeWorker(workerId: string): void;
  closeLogin(loginId: string): void;
  closeOperator(userId: string): void;
  guestClaimed(guestId: string, userId: string): void;
}

export type ClipRefusal = Pick<AppError, 'status' | 'code'> & { error: string };

export interface WorkersOfServer {
  workers: LiveWorker[];
  /** dreams waiting on that server */
  queued: number;
}

/** Parts of this server that answer requests from the others. */
export interface ClusterMember {
  relay: Relay;
  /** why a dream is waiting, as text for the user */
  waitNote(dreamId: string): string | null;
  /** ends a lost server's dream and saves its recording */
  recover(dream: Dream): Promise<void>;
  keepClip: KeepClip;
}
