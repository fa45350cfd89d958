import { encodeFrame } from '../../modules/protocol/frame.ts';
import { picture } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { type Ground, isLong, type LiveDream, STREAM_SECONDS } from './ground.ts';

/** Determines the charge: a dream that survived the fault is charged like any other that its viewer ended. */
export interface Aftermath {
  /** the server died; the dreams that ended with it aren't charged */
  killed: boolean;
}

export interface Fault {
  name: string;
  /** true if it can be tested in this environment */
  applies(ground: Ground): boolean;
  /** Applies the fault to live dreams and resolves once it's over. */
  happen(ground: Ground, dreams: LiveDream[], dice: Dice): Promise<Aftermath>;
}

/** Returns a random integer from 0 up to but excluding `below`. */
export type Dice = (below: number) => number;

/** Long runs wait as long as the campaign that found the bugs. */
const AWAY_MS = isLong ? [300, 3_000, 12_000, 110_000] : [300, 2_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const oneOf = <T>(items: readonly T[], dice: Dice) => items[dice(items.length)] as T;

/** Sends a prompt from each viewer and waits for the acknowledgements. */
async function promptAll(dreams: LiveDream[], id: string): Promise<void> {
  for (const { viewer } of dreams) viewer.send({ type: 'prompt', id, text: `now with ${id}` });
  await Promise.all(
    dreams.map(({ viewer }) =>
      viewer.events.find(
        `the word that ${id} was taken`,
        (one) => one.type === 'prompt_received' && one.id === id,
      ),
    ),
  );
}

async function killAndStart(ground: Ground, dreams: LiveDream[]): Promise<Aftermath> {
  await ground.kill();
  await Promise.all(dreams.map(({ viewer }) => viewer.closed));
  await ground.start();
  return { killed: true };
}

/** Disturbs the database for a while as prompts come in. */
async function disturbed(
  ground: Ground,
  dreams: LiveDream[],
  dice: Dice,
  fault: Ground['link']['faults'][number],
): Promise<void> {
  await ground.link.disturb(fault);
  await promptAll(dreams, `${fault} one`);
  await pause(oneOf(AWAY_MS, dice));
  await promptAll(dreams, `${fault} two`);
}

const always = () => true;

/** A valid image followed by a lot of extra bytes. */
const bigPicture = new Uint8Array(4 * 1024 * 1024 - 64);
bigPicture.set(picture);

export const FAULTS: readonly Fault[] = [
  {
    name: 'killed at a random moment',
    applies: always,
    async happen(ground, dreams, dice) {
      await promptAll(dreams, 'last words');
      await pause(dice(2_000));
      return killAndStart(ground, dreams);
    },
  },
  {
    name: 'killed again while it recovers',
    applies: always,
    async happen(ground, dreams, dice) {
      await killAndStart(ground, dreams);
      await pause(dice(3_000));
      await ground.kill();
      await ground.start();
      return { killed: true };
    },
  },
  {
    name: 'killed as the dreams end',
    applies: always,
    async happen(ground, dreams, dice) {
      for (const { viewer } of dreams) viewer.send({ type: 'end' });
      // Each viewer has received the end, and the end is stored; the recordings aren't made yet.
      await Promise.all(dreams.map(({ viewer }) => viewer.closed));
      await pause(dice(1_500));
      await ground.kill();
      await ground.start();
      return { killed: false };
    },
  },
  ...(['stopped', 'frozen', 'cut off', 'locked'] as const).flatMap((fault): Fault[] => [
    {
      name: `database ${fault}`,
      applies: ({ link }) => link.faults.includes(fault),
      async happen(ground, dreams, dice) {
        await disturbed(ground, dreams, dice, fault);
        await ground.link.mend();
        return { killed: false };
      },
    },
    {
      name: `database ${fault}, then killed`,
      applies: ({ link }) => link.faults.includes(fault),
      async happen(ground, dreams, dice) {
        await disturbed(ground, dreams, dice, fault);
        await ground.kill();
        await ground.link.mend();
        await ground.start();
        return { killed: true };
      },
    },
  ]),
  {
    name: 'disk filled and freed',
    applies: ({ disk }) => disk !== null,
    async happen(ground, dreams, dice) {
      const full = 500 + dice(3_000);
      await ground.disk?.fill();
      // Acknowledged only once stored; a database on the full disk has to wait for space.
      const stored = promptAll(dreams, 'while it is full');
      await pause(full);
      await ground.disk?.free();
      await stored;
      // Recording checks for free space only from time to time.
      const seen = dreams.map(({ viewer }) => viewer.frames.items.length);
      await until('a stretch of pictures with room for them', () =>
        dreams.every(({ viewer }, at) => viewer.frames.items.length > (seen[at] ?? 0) + 4 * 16),
      );
      return { killed: false };
    },
  },
  {
    name: 'clock set',
    applies: always,
    async happen(ground, dreams, dice) {
      await ground.setClock(oneOf([-300_000, 20_000, 120_000, 3_600_000], dice));
      await promptAll(dreams, 'at another time');
      await pause(2_200);
      for (const { viewer } of dreams) {
        for (const event of viewer.events.items) {
          if (event.type !== 'status' || event.job_status !== 'RUNNING') continue;
          if (event.time_left > STREAM_SECONDS || event.time_left < STREAM_SECONDS - 30) {
            throw new Error(`the clock was set, and ${event.time_left} of ${STREAM_SECONDS} s were left`);
          }
        }
      }
      await ground.setClock(0);
      await pause(500);
      return { killed: false };
    },
  },
  {
    name: 'second start',
    applies: always,
    async happen(ground, _, dice) {
      const own = Number(new URL(ground.server.url).port);
      const printed = await ground.startTwice(oneOf([0, own], dice));
      if (!/DATA_DIR/.test(printed) || /\bat .*\.ts:\d/.test(printed)) {
        throw new Error(`a second start says: ${printed}`);
      }
      return { killed: false };
    },
  },
  {
    name: 'worker that floods',
    applies: always,
    async happen(ground, _, dice) {
      const { viewer, worker } = await ground.dream();
      const jpeg = oneOf([picture, bigPicture], dice);
      try {
        viewer.send({ type: 'prompt', id: 'flood', text: 'a flood' });
        await worker.reported('prompt');
        let isOver = false;
        void worker.closed.then(() => {
          isOver = true;
        });
        const [sent, batch] = jpeg === bigPicture ? [200, 2] : [6_000, 60];
        for (let id = 1; id <= sent && !isOver; id++) {
          worker.send(encodeFrame({ id, at: Date.now() }, jpeg));
          if (id % batch === 0) await pause(100);
        }
        await until('the end of the flood', () => isOver, 10_000);
        await viewer.closed;
      } finally {
        worker.terminate();
        viewer.terminate();
      }
      return { killed: false };
    },
  },
  {
    name: 'viewer that floods',
    applies: always,
    async happen(ground, _, dice) {
      const flooding = await ground.liveDream();
      try {
        for (let sent = 0; sent < 20_000 && !flooding.viewer.isClosed; sent++) {
          flooding.viewer.send(oneOf(['{"type":"ack"', '[[[[', new Uint8Array(64), `p${sent}`], dice));
          if (sent % 500 === 0) await pause(5);
        }
      } finally {
        await ground.clear([flooding]);
      }
      return { killed: false };
    },
  },
];
