import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VIEWS } from '../../modules/admin/contract/limits.ts';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { type Ground, type Person, waitFor } from './ground.ts';
import { COLUMNS, type Colour, ROWS } from './pattern-worker.ts';
import { fieldsOf, likenessTo, showPictureOnly } from './seen-fields.ts';

/** A step of the walk. @returns what was seen, in a few words */
type Step = (person: Person, ground: Ground) => Promise<string>;

const RECORDED_WITHIN_MS = 60_000;

export async function signIn(person: Person, ground: Ground): Promise<string> {
  await person.visit('/auth/signin?next=/dreamboard');
  await person.type('#email', `${person.email}{Enter}`);
  await person.says('Check your e-mail');
  await person.open(await ground.mailedLink(person.email));
  await person.press('Sign me in');
  await person.hydrated('dreamboard');
  return 'by a mailed link';
}

export async function dream(person: Person, ground: Ground): Promise<string> {
  await person.visit('/stream');
  await person.hydrated('stream');
  await waitFor('its worker', () =>
    person.run(() => document.querySelector('.prompt-bar .button-primary')?.textContent?.trim() === 'Send'),
  );
  const first = await say(person, 'a violet sea');
  if (ground.worker.codec() !== CODEC.h264) throw new Error('its frames did not come as H.264');
  const second = await say(person, 'an amber forest');
  return `H.264, ${first} and ${second} of ${COLUMNS * ROWS} fields right`;
}

/** Enters a prompt and checks the frame. @returns number of correct fields */
async function say(person: Person, prompt: string): Promise<number> {
  await person.type('.prompt-bar textarea', `${prompt}{Enter}`);
  await waitFor('its receipt', () =>
    person.run(
      (words) =>
        [...document.querySelectorAll('.receipt')].some(
          ({ textContent: text }) => text?.includes(words) && text.includes('in the picture'),
        ),
      prompt,
    ),
  );
  await showPictureOnly(person);
  return shows(prompt, () => fieldsOf(person, '.stage canvas'));
}

/** Waits until every field is right. @throws Error with the best share reached */
async function shows(prompt: string, look: () => Promise<Colour[]>): Promise<number> {
  let best = 0;
  await waitFor(`the picture of ${prompt}`, async () => {
    best = Math.max(best, likenessTo(prompt, await look()));
    return best === 1;
  }).catch(() => {
    throw new Error(`${Math.round(best * 100)} % of the fields show what was drawn for ${prompt}`);
  });
  return COLUMNS * ROWS;
}

/** JPEG frames, for slow connections and older browsers. */
async function dreamInJpegs(person: Person, ground: Ground): Promise<string> {
  await person.run(() => localStorage.setItem('no-video', navigator.userAgent));
  await dream(person, ground).catch(ignoreCodec);
  const right = await say(person, 'a copper desert');
  await person.run(() => localStorage.removeItem('no-video'));
  if (ground.worker.codec() !== CODEC.jpeg) throw new Error('its frames did not come as JPEGs');
  return `JPEG, ${right} fields right`;
}

function ignoreCodec(fault: Error): void {
  if (!fault.message.includes('H.264')) throw fault;
}

async function reconnect(person: Person, { link }: Ground): Promise<string> {
  await person.visit('/stream');
  await person.hydrated('stream');
  await isLive(person, true);
  link.cut();
  await isLive(person, false).finally(link.mend);
  await isLive(person, true);
  const right = await say(person, 'a silver river');
  return `back by itself, ${right} fields right`;
}

/** Frees the worker for the next person. */
export async function endDream(person: Person): Promise<void> {
  await person.press('End dream');
  await person.press('End dream', 'dialog');
  await waitFor('the dreamboard', () => person.run(() => location.pathname === '/dreamboard'));
}

const isLive = (person: Person, live: boolean) =>
  waitFor(live ? 'the live picture' : 'the loss of the line', () =>
    person.run((wanted) => document.querySelector(`.live-mark[data-live=${wanted}]`) !== null, live),
  );

async function recording(person: Person): Promise<string> {
  await endDream(person);
  await person.hydrated('dreamboard');
  const tile = await waitFor(
    'its recording',
    () =>
      person.run(() => {
        // The newest dream's tile, since older ones already have their images.
        const picture = document.querySelector('.tile')?.querySelector('img');
        return picture && picture.naturalWidth > 0 && picture.closest('a')?.href;
      }),
    RECORDED_WITHIN_MS,
  );
  await person.open(tile);
  await person.hydrated('session');
  return plays(person);
}

/** Plays the page's video and checks its last frames. */
async function plays(person: Person): Promise<string> {
  const seconds = await person.run(async () => {
    const video = document.querySelector('video');
    if (!video) throw new Error('no video');
    const came = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'video')), {
          once: true,
        });
        setTimeout(() => reject(new Error(`no ${event}`)), 20_000);
      });
    video.muted = true;
    const moves = came('timeupdate');
    await video.play();
    await moves;
    while (video.currentTime < 0.3) await came('timeupdate');
    video.pause();
    const there = came('seeked');
    video.currentTime = video.duration - 0.2;
    await there;
    return video.duration;
  });
  await shows('a silver river', () => fieldsOfVideo(person));
  return `plays ${seconds.toFixed(1)} s, the last picture right`;
}

function fieldsOfVideo(person: Person): Promise<Colour[]> {
  return person.run(
    (columns, rows) => {
      const video = document.querySelector('video');
      const canvas = document.createElement('canvas');
      const pen = canvas.getContext('2d');
      if (!video || !pen) throw new Error('no video');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      pen.drawImage(video, 0, 0);
      return Array.from({ length: columns * rows }, (_, field) => {
        const x = (((field % columns) + 0.5) * canvas.width) / columns;
        const y = ((Math.floor(field / columns) + 0.5) * canvas.height) / rows;
        const [red = 0, green = 0, blue = 0] = pen.getImageData(x, y, 1, 1).data;
        return [red, green, blue] as [number, number, number];
      });
    },
    COLUMNS,
    ROWS,
  );
}

async function sharePage(person: Person, ground: Ground): Promise<string> {
  const shared = await person.run(() => document.querySelector<HTMLInputElement>('#share-link')?.value ?? '');
  const { pathname } = new URL(shared);
  const cookies = await person.cookies();
  await person.forgetCookies();
  await person.open(ground.url + pathname);
  const seen = await plays(person);
  for (const cookie of cookies) await person.addCookie(cookie);
  return `to a stranger: ${seen}`;
}

async function board(person: Person): Promise<string> {
  await person.visit('/dreamboard');
  await person.hydrated('dreamboard');
  const count = await waitFor('its tiles', () =>
    person.run(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.tile img')].filter((one) => one.naturalWidth > 0)
          .length,
    ),
  );
  return `${count} dream with its picture`;
}

async function admin(person: Person): Promise<string> {
  for (const view of VIEWS) {
    await person.visit(`/admin?view=${view}`);
    await person.hydrated('admin');
    await waitFor(`the figures of ${view}`, () =>
      person.run(() => document.querySelector('.admin [aria-busy=true], .admin .skeleton') === null),
    );
    const stopped = await person.run(
      () => document.querySelectorAll('.island-stopped, .chart-stopped').length,
    );
    if (stopped > 0) throw new Error(`${view} has stopped`);
    if (view === 'summary') await waitFor('its charts', () => person.run(chartsAreDrawn));
    await person.keep(`admin-${view}`);
  }
  return `${VIEWS.length} views, charts drawn`;
}

/** Runs in the page. */
function chartsAreDrawn(): boolean {
  const charts = [...document.querySelectorAll<HTMLCanvasElement>('.chart canvas')];
  return (
    charts.length >= 2 &&
    charts.every((chart) => {
      const { data } = chart.getContext('2d')?.getImageData(0, 0, chart.width, chart.height) ?? { data: [] };
      return data.some((value) => value > 0);
    })
  );
}

async function check(person: Person, { server }: Ground): Promise<string> {
  const link = await person.run(async () => {
    const { sessions } = await fetch('/api/sessions').then((answer) => answer.json());
    return sessions[0].session_id as string;
  });
  const video = await fetch(`${server.url}/api/d/${link}.mp4`);
  const file = join(server.dataDir, 'checked.mp4');
  await writeFile(file, Buffer.from(await video.arrayBuffer()));
  await person.visit('/check');
  await person.hydrated('check');
  await person.type('input[type=file]', file);
  const title = await waitFor('its verdict', () =>
    person.run(() => {
      const steps = document.querySelectorAll(
        '.check-steps [data-state=waiting], .check-steps [data-state=running]',
      );
      return (
        steps.length === 0 &&
        document.querySelector('.check-steps') &&
        document.querySelector('h2')?.textContent
      );
    }),
  );
  const failed = await person.run(() =>
    [...document.querySelectorAll('.check-steps [data-state=failed]')]
      .map(({ textContent }) => textContent)
      .join(),
  );
  if (failed) throw new Error(failed);
  return `“${title}”`;
}

/** All steps, in the order in which a person would take them. */
export const STEPS: [name: string, step: Step][] = [
  ['sign-in', signIn],
  ['live dream', dream],
  ['live dream in JPEGs', dreamInJpegs],
  ['reconnect', reconnect],
  ['recording', recording],
  ['share page', sharePage],
  ['board', board],
  ['admin', admin],
  ['/check', check],
];
