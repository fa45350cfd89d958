import { createRunpodPeer, type PeerJob } from '../../../tests/engines/runpod-peer.ts';
import { createRandom } from '../../generator/random.ts';
import { createFakeClock } from '../../kit/testing/fake-clock.ts';
import { type Ceilings, type CountedJob, ceilingReached } from '../dispatch/runpod/ceilings.ts';
import { createRunpodClient, type JobReport } from '../dispatch/runpod/client.ts';
import { createDispatcher } from '../dispatch/runpod/dispatcher.ts';
import type { Job } from '../dispatch/runpod/job.ts';
import type { DreamRoom } from '../dispatch/runpod/job-book.ts';
import type { RunpodJobsStore } from '../dispatch/runpod/jobs-store.ts';
import { quietLog } from './room-stage.ts';

const STEP_MS = 1_000;
/** Step once nobody new arrives: with a money ceiling, the last people may wait for hours. */
const LATE_STEP_MS = 5_000;
/** People arrive only in the first part of a history. It ends when nothing is left, or at MOST_STEPS. */
const COME_WITHIN_STEPS = 600;
const MOST_STEPS = COME_WITHIN_STEPS + 8 * 720;
const NODE = 'local';

interface Room extends DreamRoom {
  worker: { jobKey: string | null } | null;
  ended: { why: string; at: number } | null;
  openedAt: number;
  /** when its viewer leaves, served or not */
  leavesAt: number;
  servedAt: number | null;
  /** length of the dream in ms */
  lastsMs: number;
  end(why: string): void;
}

/** A RunPod worker and what it will do with its job. */
interface Worker {
  job: PeerJob;
  does: 'dials' | 'never-dials' | 'dies-early' | 'dies-midway';
  at: number;
  room: Room | null;
  /** doesn't answer when its dream is over */
  isDeaf: boolean;
}

/** One random history of a server using RunPod: people, workers, faults and crashes, in simulated time. */
export async function liveHistory(seed: number) {
  const dice = createDice(seed);
  const { random, happens, between } = dice;
  const clock = createFakeClock();
  const webhooks: { at: number; url: string; body: unknown }[] = [];
  const peer = createRunpodPeer({
    now: clock.now,
    random,
    apiKey: 'key',
    post: (url, body) => void webhooks.push({ at: clock.now() + between(0, 20_000), url, body }),
  });
  const share = () => (happens(0.5) ? between(0, 0.35) : 0);
  const usual = {
    busy: share(),
    broken: share(),
    lostAnswer: share(),
    noWorkers: share(),
    deafCancel: share(),
    lostWebhook: share() * 2,
  };
  peer.faults = usual;
  const ceilings: Ceilings = {
    maxJobs: 1 + Math.floor(random() * 3),
    usdPerHour: 4,
    maxUsdPerHour: happens(0.3) ? between(0.9, 1.6) : null,
  };
  const table = createTable(ceilings, clock, () => happens(0.02));
  const queue = createSlowConnection(peer, clock, dice);
  const people = createPeople(clock, dice);
  const faults: string[] = [];
  let generation = 0;

  function openNode() {
    const mine = ++generation;
    const isAlive = () => mine === generation;
    return createDispatcher({
      clock,
      log: quietLog,
      client: createRunpodClient({
        apiBase: 'http://peer/v2',
        endpointId: 'e',
        apiKey: 'key',
        fetch: queue.fetch,
      }),
      store: table.store(isAlive),
      rooms: {
        waiting: () => (isAlive() ? people.waiting() : []),
        find: (id) => (isAlive() ? people.find(id) : null),
      },
      nameDream: async () => true,
    });
  }
  let dispatcher = openNode();
  const addresses = { relay: 'ws://us', web: 'http://us' };
  dispatcher.open(addresses);
  const workers = createWorkers({
    peer,
    clock,
    dice,
    people,
    faults,
    pass: (ticket) => dispatcher.pass(ticket),
  });

  async function crash(): Promise<void> {
    people.loseAll();
    dispatcher = openNode();
    await dispatcher.recover();
    dispatcher.open(addresses);
  }

  async function deliverWebhooks(): Promise<void> {
    for (const hook of webhooks.splice(0)) {
      if (hook.at > clock.now()) webhooks.push(hook);
      else await dispatcher.webhook(hook.url.split('/').at(-1) ?? '', hook.body as JobReport);
    }
  }

  /** Checks the invariants that must hold at every moment. */
  function judge(): void {
    const alive = people.present();
    const drawn = alive.filter(({ worker }) => worker?.jobKey);
    if (drawn.length > ceilings.maxJobs) faults.push(`${drawn.length} jobs draw of ${ceilings.maxJobs}`);
    const dreams = new Set(peer.open().map(({ input }) => input.session_id));
    // A dream served by another worker no longer counts, even if a ghost job for it is still open.
    const asked = alive.filter(({ dream, worker }) => dreams.has(dream.id) && worker?.jobKey !== null);
    if (asked.length > ceilings.maxJobs)
      faults.push(`${asked.length} dreams have jobs of ${ceilings.maxJobs}`);
  }

  let step = 0;
  for (; step < MOST_STEPS; step++) {
    const isEarly = step < COME_WITHIN_STEPS;
    clock.turn(isEarly ? STEP_MS : LATE_STEP_MS);
    if (isEarly && happens(0.01)) people.comes(`dream-${generation}-${step}`);
    if (isEarly && happens(0.001)) await crash();
    if (isEarly && happens(0.004)) peer.maxWorkers = Math.floor(random() * 4);
    if (!isEarly) peer.maxWorkers = 3;
    if (!isEarly && step % 60 === 0)
      peer.faults = happens(0.5) ? usual : { ...usual, busy: 0, broken: 0, noWorkers: 0 };
    queue.deliver();
    await deliverWebhooks();
    peer.tick();
    workers.live();
    people.live();
    dispatcher.tick();
    await queue.answered();
    judge();
    const isOver = !isEarly && people.known.every(({ ended }) => ended) && peer.open().length === 0;
    if (isOver && dispatcher.isSettled() && queue.isEmpty()) break;
  }
  return { faults, known: people.known, peer, table, ceilings, ended: step < MOST_STEPS, clock };
}

type Clock = ReturnType<typeof createFakeClock>;
type Dice = ReturnType<typeof createDice>;
type Peer = ReturnType<typeof createRunpodPeer>;
type People = ReturnType<typeof createPeople>;

function createDice(seed: number) {
  const random = createRandom(seed);
  return {
    random,
    happens: (share: number) => random() < share,
    between: (low: number, high: number) => low + random() * (high - low),
  };
}

/** Delays calls to the peer, sometimes until the answer is stale. */
function createSlowConnection(peer: Peer, clock: Clock, { happens, between }: Dice) {
  const late: { at: number; go(): void }[] = [];
  let inFlight = 0;
  const later = (ms: number) =>
    new Promise<void>((resolve) => late.push({ at: clock.now() + ms, go: resolve }));

  return {
    async fetch(url: string, init: RequestInit) {
      if (happens(0.2)) await later(between(0, 9_000));
      inFlight += 1;
      let response: Response;
      let bytes: Uint8Array<ArrayBuffer>;
      try {
        response = await peer.handle(new Request(url, init));
        bytes = new Uint8Array(await response.arrayBuffer());
      } finally {
        inFlight -= 1;
      }
      if (happens(0.2)) await later(between(0, 9_000));
      return { response, bytes };
    },
    deliver(): void {
      for (const call of late.splice(0)) call.at <= clock.now() ? call.go() : late.push(call);
    },
    /** Waits for calls that aren't held back by the clock. */
    async answered(): Promise<void> {
      do await new Promise(setImmediate);
      while (inFlight > 0);
    },
    isEmpty: () => late.length === 0,
  };
}

/** People who arrive, wait, dream and leave. */
function createPeople(clock: Clock, { happens, between }: Dice) {
  const rooms = new Map<string, Room>();
  const known: Room[] = [];
  const present = () => [...rooms.values()].filter(({ ended }) => !ended);

  function serve(room: Room, jobKey: string | null): void {
    room.worker = { jobKey };
    room.servedAt = clock.now();
  }

  function live(room: Room): void {
    if (room.ended) return;
    const isDone = room.servedAt !== null && clock.now() - room.servedAt >= room.lastsMs;
    if (isDone) room.end('time');
    else if (clock.now() >= room.leavesAt) room.end('left');
    else if (!room.worker && happens(0.001)) serve(room, null);
  }

  return {
    /** everyone who ever arrived */
    known,
    present,
    waiting: () => present().filter(({ worker }) => !worker),
    find: (id: string) => rooms.get(id) ?? null,
    serve,
    comes(id: string): void {
      const stays = happens(0.3);
      const room: Room = {
        dream: { id, limitSeconds: 300, rpJobId: `local-${id}` },
        worker: null,
        ended: null,
        openedAt: clock.now(),
        leavesAt: stays ? Number.POSITIVE_INFINITY : clock.now() + between(0, 900_000),
        servedAt: null,
        lastsMs: between(1_000, 200_000),
        end(why) {
          room.ended ??= { why, at: clock.now() };
        },
      };
      rooms.set(id, room);
      known.push(room);
    },
    live(): void {
      for (const room of rooms.values()) live(room);
    },
    /** Drops all rooms, as a crashed server would. */
    loseAll(): void {
      for (const room of rooms.values()) room.end('shutdown');
      rooms.clear();
    },
  };
}

interface WorkersWorld {
  peer: Peer;
  clock: Clock;
  dice: Dice;
  people: People;
  faults: string[];
  pass: ReturnType<typeof createDispatcher>['pass'];
}

/** RunPod's workers, which treat their jobs at random. */
function createWorkers({ peer, clock, dice, people, faults, pass }: WorkersWorld) {
  const { random, happens, between } = dice;
  const workers: Worker[] = [];

  function start(): void {
    if (!happens(0.3)) return;
    const job = peer.take(`worker-${workers.length}`);
    if (!job) return;
    const fate = random();
    workers.push({
      job,
      does: fate < 0.6 ? 'dials' : fate < 0.75 ? 'never-dials' : fate < 0.85 ? 'dies-early' : 'dies-midway',
      at: clock.now() + between(0, 40_000),
      room: null,
      isDeaf: happens(0.2),
    });
  }

  function work(worker: Worker): void {
    const { job, room } = worker;
    if (job.status !== 'IN_PROGRESS') {
      room?.end('worker-lost');
    } else if (room) {
      if (room.ended && !worker.isDeaf) peer.finish(job, 'COMPLETED', { seconds: 1 });
      else if (worker.does === 'dies-midway' && happens(0.1)) peer.finish(job, 'FAILED');
    } else if (clock.now() >= worker.at) {
      if (worker.does === 'dies-early') peer.finish(job, 'FAILED');
      else if (worker.does !== 'never-dials') dial(worker);
    }
  }

  function dial(worker: Worker): void {
    const { job } = worker;
    const known = pass(job.input.ticket);
    if (known === null || known === 'over') {
      peer.finish(job, 'FAILED', { error: 'refused' });
      return;
    }
    const fault = known.dialled(happens(0.8) ? job.id : null, job.workerId ?? '');
    if (fault) faults.push(fault);
    const room = people.find(known.dreamId);
    if (!room || room.ended || room.worker) faults.push(`a ticket of ${known.dreamId} let in for nothing`);
    else {
      people.serve(room, known.key);
      worker.room = room;
    }
  }

  return {
    live(): void {
      start();
      for (const worker of workers) work(worker);
    },
  };
}

/** The job table, which survives crashes. Writes sometimes fail. */
function createTable(ceilings: Ceilings, clock: Clock, fails: () => boolean) {
  const rows = new Map<string, CountedJob & Pick<Job, 'key' | 'jobId' | 'askedAt' | 'outcome'>>();
  return {
    rows,
    store(isAlive: () => boolean): RunpodJobsStore {
      const reach = () => {
        if (!isAlive() || fails()) throw new Error('the database is away');
      };
      return {
        async reserve({ key, dreamId, maxSeconds, askedAt }: Job) {
          reach();
          const reached = ceilingReached([...rows.values()], { dreamId, maxSeconds }, ceilings, clock.now());
          const none = { jobId: null, startedAt: null, endedAt: null, gpuMs: null, outcome: null };
          if (!reached) rows.set(key, { key, dreamId, maxSeconds, askedAt, ...none });
          return reached;
        },
        async update(job: Job) {
          reach();
          const row = rows.get(job.key);
          const { jobId, startedAt, endedAt, gpuMs, outcome } = job;
          if (row) Object.assign(row, { jobId, startedAt, endedAt, gpuMs, outcome });
        },
        listOpen: async () =>
          [...rows.values()]
            .filter(({ endedAt }) => endedAt === null)
            .map((row) => ({ ...row, node: NODE, dialledAt: null, workerId: null, delayMs: null })),
        isKnown: async (key) => rows.has(key),
        async dropOld() {},
      };
    },
  };
}
