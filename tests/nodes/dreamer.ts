import { setTimeout as after } from 'node:timers/promises';
import { within } from '../../modules/kit/within.ts';
import { type FakeViewer, openViewer } from '../wire/fake-viewer.ts';
import { type Answer, createPerson } from '../wire/person.ts';
import type { DreamPlan } from './round-plan.ts';

const STEP_MS = 400;
/** Longer than a proxy waits for a frozen node. */
const CALL_TIMEOUT_MS = 30_000;
const SOCKET_TIMEOUT_MS = 15_000;
const LAST_LOOK_MS = 1_000;

export interface Account {
  id: string;
  name: string;
  cookie: string;
}

export type Dreamer = ReturnType<typeof sendDreamer>;

/**
 * A person who requests one dream, watches it, reconnects when the connection breaks, and ends it, like the page but
 * with unlimited retries.
 * @param origins servers to call; a call that one can't serve goes to the next
 */
export function sendDreamer({ id, name, cookie }: Account, plan: DreamPlan, origins: readonly string[]) {
  const faults: string[] = [];
  /** calls that no server could serve */
  const unserved: string[] = [];
  const pictures = new Set<number>();
  let origin = 0;
  let sessionId: string | null = null;
  let viewer: FakeViewer | null = null;
  let isKnown = false;
  let askedAt = 0;
  let firstPictureAt: number | null = null;
  let isReleased = false;
  let step: 'to ask' | 'there' | 'ending' | 'over' = 'to ask';
  /** set once their own call to end the dream has succeeded */
  let hasEndedIt = false;

  async function call(method: string, path: string, body: unknown): Promise<Answer | null> {
    const asked = createPerson({ url: origins[origin % origins.length] ?? '' }, cookie);
    const answer = await within(asked.call(method, path, body), CALL_TIMEOUT_MS).catch(() => null);
    if (answer && answer.status < 500) return answer;
    origin += 1;
    unserved.push(`${name}: ${method} ${path} was answered ${answer ? answer.status : 'by nobody'}`);
    return null;
  }

  async function ask(): Promise<void> {
    const answer = await call('POST', '/api/stream/connect', isKnown ? { sessionId } : {});
    if (!answer) return;
    if (answer.status !== 200) {
      faults.push(`was answered ${answer.status}: ${answer.text}`);
      return;
    }
    if (sessionId !== null && answer.json.sessionId !== sessionId) faults.push('was let in twice');
    sessionId = answer.json.sessionId as string;
    if (['ended', 'failed'].includes(answer.json.status)) step = 'over';
    if (answer.json.websocketUrl) await watch(answer.json.websocketUrl);
  }

  async function watch(url: string): Promise<void> {
    isKnown = true;
    look();
    const opened = await within(openViewer(url), SOCKET_TIMEOUT_MS).catch(() => null);
    viewer = opened;
    opened?.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  }

  function look(): void {
    for (const { frameId } of viewer?.frames.items ?? []) pictures.add(frameId);
    if (pictures.size > 0) firstPictureAt ??= performance.now();
  }

  function wantsToEnd(now: number): boolean {
    if (sessionId === null) return false;
    if (plan.leavesAfterMs !== null && now - askedAt >= plan.leavesAfterMs) return true;
    if (firstPictureAt === null || (plan.watchesMs === null && !isReleased)) return false;
    return now - firstPictureAt >= (plan.watchesMs ?? LAST_LOOK_MS);
  }

  async function end(): Promise<void> {
    step = 'ending';
    const answer = await call('POST', '/api/stream/end', { sessionId });
    look();
    if (answer?.status !== 200 || ['PENDING', 'RUNNING'].includes(answer.json.job_status)) return;
    hasEndedIt = true;
    step = 'over';
  }

  async function dream(): Promise<void> {
    await after(plan.asksAfterMs);
    askedAt = performance.now();
    while (step !== 'over') {
      step = 'there';
      look();
      if (wantsToEnd(performance.now())) await end();
      else if (!viewer || viewer.isClosed) await ask();
      await after(STEP_MS);
    }
    viewer?.terminate();
  }

  return {
    id,
    name,
    cookie,
    faults,
    unserved,
    done: dream(),
    get sessionId() {
      return sessionId;
    },
    /** number of frames seen */
    get seen() {
      look();
      return pictures.size;
    },
    get step() {
      return step;
    },
    get hasEndedIt() {
      return hasEndedIt;
    },
    /** The fault is over; a person who has seen something may now end the dream. */
    release(): void {
      isReleased = true;
    },
  };
}
