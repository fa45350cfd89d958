/**
 * A fake RunPod serverless endpoint for tests, modelled on RunPod's documentation and worker library, with injectable
 * faults.
 */

export type PeerStatus = 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'TIMED_OUT';

export interface PeerJob {
  id: string;
  input: { relay_url: string; ticket: string; session_id: string };
  webhook: string | null;
  policy: { executionTimeout: number; ttl: number };
  status: PeerStatus;
  workerId: string | null;
  output: unknown;
  /** true if its id was never returned to the client */
  isUnknown: boolean;
  /** true once its worker has been ordered to stop it */
  stopReported: boolean;
  /** in ms, on the peer's clock */
  madeAt: number;
  startedAt: number | null;
  endedAt: number | null;
}

/** Share of calls (0–1) that fail in each way. */
export interface PeerFaults {
  /** 429, sometimes with Retry-After */
  busy: number;
  /** 500 to 504, and the call has no effect */
  broken: number;
  /** the call takes effect, but its answer is lost */
  lostAnswer: number;
  /** `no workers available` */
  noWorkers: number;
  /** a cancellation is acknowledged but ignored */
  deafCancel: number;
  /** the webhook is never sent, or it is sent repeatedly */
  lostWebhook: number;
}

export const NO_FAULTS: PeerFaults = {
  busy: 0,
  broken: 0,
  lostAnswer: 0,
  noWorkers: 0,
  deafCancel: 0,
  lostWebhook: 0,
};

export function createRunpodPeer(options: {
  now(): number;
  random(): number;
  apiKey: string;
  /** delivers a webhook; its response is ignored */
  post(url: string, body: unknown): void;
}) {
  const { now, random } = options;
  const jobs = new Map<string, PeerJob>();
  let count = 0;
  const peer = {
    jobs,
    faults: { ...NO_FAULTS },
    /** maximum number of workers; 0 for an endpoint that is scaled to zero */
    maxWorkers: 3,
    calls: [] as string[],

    /** Answers one call. @throws if the answer is lost */
    handle,
    open: () => [...jobs.values()].filter(isOpen),
    running: () => [...jobs.values()].filter(({ status }) => status === 'IN_PROGRESS'),

    /** Assigns the oldest waiting job to a worker, unless all workers are in use. */
    take(workerId: string): PeerJob | null {
      if (peer.running().length >= peer.maxWorkers) return null;
      const job = [...jobs.values()].find(({ status }) => status === 'IN_QUEUE') ?? null;
      if (job) Object.assign(job, { status: 'IN_PROGRESS', workerId, startedAt: now() });
      return job;
    },
    finish(job: PeerJob, status: PeerStatus, output: unknown = null): void {
      if (!isOpen(job)) return;
      Object.assign(job, { status, output, endedAt: now() });
      announce(job);
    },
    /** Times out overdue jobs. */
    tick(): void {
      for (const job of peer.open()) {
        const ran = job.startedAt === null ? 0 : now() - job.startedAt;
        if (ran >= job.policy.executionTimeout) peer.finish(job, 'TIMED_OUT');
        // A job past its TTL is dropped without a trace.
        if (now() - job.madeAt >= job.policy.ttl) Object.assign(job, { status: 'TIMED_OUT', endedAt: now() });
      }
    },
  };
  const isOpen = ({ status }: PeerJob) => status === 'IN_QUEUE' || status === 'IN_PROGRESS';
  const happens = (share: number) => share > 0 && random() < share;

  function announce(job: PeerJob): void {
    if (!job.webhook || happens(peer.faults.lostWebhook)) return;
    const times = happens(peer.faults.lostWebhook) ? 3 : 1;
    for (let n = 0; n < times; n++) options.post(job.webhook, report(job));
  }

  const report = ({ id, status, workerId, output, madeAt, startedAt, endedAt }: PeerJob) => ({
    id,
    status,
    ...(startedAt !== null && { delayTime: startedAt - madeAt, workerId }),
    ...(startedAt !== null && endedAt !== null && { executionTime: endedAt - startedAt }),
    ...(output !== null && { output }),
  });

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, , , call = '', id = '', more = ''] = pathname.split('/');
    peer.calls.push(`${request.method} ${call}`);
    if (request.headers.get('authorization')?.replace(/^Bearer /, '') !== options.apiKey) {
      return json({ error: 'unauthorized' }, 401);
    }
    const isWorker = ['job-take', 'job-stop', 'job-done', 'ping'].includes(call);
    const isLost = !isWorker && happens(peer.faults.lostAnswer);
    const fault = isWorker ? null : refusal();
    const answer = fault ?? (await answerTo(request, call, id, more, isLost));
    if (isLost) throw new Error('the answer was lost');
    return answer;
  }

  function refusal(): Response | null {
    if (happens(peer.faults.busy)) {
      const headers: Record<string, string> = random() < 0.5 ? { 'retry-after': '2' } : {};
      return new Response('Too many requests', { status: 429, headers });
    }
    if (happens(peer.faults.broken)) return new Response('<html>Bad gateway</html>', { status: 502 });
    return null;
  }

  async function answerTo(request: Request, call: string, id: string, more: string, isLost: boolean) {
    const key = `${request.method} ${call}`;
    if (key === 'POST run') return run(await request.json(), isLost);
    if (key === 'GET health') return json(health());
    if (key === 'GET job-take') return taken(id);
    if (key === 'GET job-stop') return stops(id);
    if (key === 'GET ping') return json({});
    const job = jobs.get(key === 'POST job-done' ? more : id);
    if (!job) return json({ error: 'job not found' }, 404);
    if (key === 'GET status') return json(report(job));
    if (key === 'POST job-done') {
      const result = JSON.parse(await request.text()) as { output?: unknown; error?: unknown };
      peer.finish(job, result.error === undefined ? 'COMPLETED' : 'FAILED', result.output ?? result.error);
      return json({});
    }
    if (key === 'POST cancel') {
      if (!happens(peer.faults.deafCancel)) peer.finish(job, 'CANCELLED');
      return json({ id, status: 'CANCELLED' });
    }
    return json({ error: 'not found' }, 404);
  }

  function run(body: Pick<PeerJob, 'input' | 'policy' | 'webhook'>, isLost: boolean): Response {
    if (happens(peer.faults.noWorkers)) return json({ error: 'no workers available' }, 400);
    count += 1;
    const id = `${count.toString(16).padStart(8, '0')}-job-u1`;
    const { input, policy, webhook } = body;
    jobs.set(id, {
      id,
      input,
      policy,
      webhook: webhook ?? null,
      status: 'IN_QUEUE',
      workerId: null,
      output: null,
      isUnknown: isLost,
      stopReported: false,
      madeAt: now(),
      startedAt: null,
      endedAt: null,
    });
    return json({ id, status: 'IN_QUEUE' });
  }

  function health() {
    const of = (status: PeerStatus) => [...jobs.values()].filter((job) => job.status === status).length;
    return {
      jobs: {
        completed: of('COMPLETED'),
        failed: of('FAILED'),
        retried: 0,
        inProgress: of('IN_PROGRESS'),
        inQueue: of('IN_QUEUE'),
      },
      workers: { idle: Math.max(0, peer.maxWorkers - of('IN_PROGRESS')), running: of('IN_PROGRESS') },
    };
  }

  function taken(workerId: string): Response {
    const job = peer.take(workerId);
    if (!job) return new Response(null, { status: 204 });
    return json({ id: job.id, input: job.input });
  }

  function stops(workerId: string): Response {
    const reported = [...jobs.values()].filter(
      (job) => job.workerId === workerId && job.status === 'CANCELLED' && !job.stopReported,
    );
    for (const job of reported) job.stopReported = true;
    return reported.length > 0
      ? json({ jobsToStop: reported.map(({ id }) => id) })
      : new Response(null, { status: 204 });
  }

  return peer;
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
