import { type Person, waitFor } from './ground.ts';

/** A step of a dream by the painter. @returns what was seen, in a few words */
type Step = (person: Person) => Promise<string>;

const SOUND_SECONDS = 8;
/** Most ms between the sound and the picture, of the median second. A machine with a core to spare stays below 60. */
const MAX_APART = 150;

const attribute = (person: Person, selector: string, name: string) =>
  person.run((place, key) => document.querySelector(place)?.getAttribute(key) ?? null, selector, name);

const becomes = (person: Person, selector: string, name: string, value: string) =>
  waitFor(`${name}=${value}`, async () => (await attribute(person, selector, name)) === value);

const textOf = (person: Person, selector: string) =>
  waitFor(selector, () =>
    person.run((place) => document.querySelector(place)?.textContent || null, selector),
  );

async function dream(person: Person): Promise<string> {
  await person.visit('/stream');
  await person.hydrated('stream');
  await person.type('.prompt-bar textarea', 'a storm over the sea, rain and wind{Enter}');
  await becomes(person, '.live-mark', 'data-live', 'true');
  // The row of buttons is complete once there is a past.
  await waitFor('the past', () => person.run(() => document.querySelector('.rewind-track') !== null));
  return 'live';
}

async function keys(person: Person): Promise<string> {
  await person.click('.steer-open');
  await waitFor('the pad', () => person.run(() => document.activeElement?.className === 'steer-pad'));
  await person.key('{Right}', true);
  await becomes(person, '.steer-state', 'data-followed', 'true');
  await person.key('{Right}', false);
  await becomes(person, '.steer-state', 'data-held', 'false');
  return 'the picture follows, and rests';
}

/** No browser here can have a real one. */
async function gamepad(person: Person): Promise<string> {
  await person.run(() => {
    const pads = [{ connected: true, mapping: 'standard', axes: [0, 0, 1, 0], buttons: [] }];
    navigator.getGamepads = () => pads as unknown as Gamepad[];
    window.dispatchEvent(new Event('gamepadconnected'));
    Object.assign(window, { pads });
  });
  await becomes(person, '.steer-state', 'data-followed', 'true');
  await person.run(() => (window as unknown as { pads: unknown[] }).pads.pop());
  await becomes(person, '.steer-state', 'data-held', 'false');
  return 'the picture follows, and rests';
}

async function mouse(person: Person): Promise<string> {
  await person.click('.steer-actions [aria-pressed]');
  await waitFor('the mouse', () => person.run(() => document.pointerLockElement !== null));
  const moved = person.moveMouse();
  await becomes(person, '.steer-state', 'data-held', 'true');
  await moved;
  // A script's Escape doesn't reach the browser itself.
  await person.run(() => document.exitPointerLock());
  await becomes(person, '.steer-state', 'data-held', 'false');
  return 'captured, steers, and is free again';
}

async function sound(person: Person): Promise<string> {
  await person.click('.sound-row .icon-button:last-of-type');
  await becomes(person, '.sound', 'data-on', 'true').catch(async (fault) => {
    const state = await person.run(() => new AudioContext().state);
    throw new Error(`${fault.message}; a new AudioContext is ${state}: is there a sound device?`);
  });
  await waitFor('its first second', () => attribute(person, '.sound', 'data-offset'));
  const apart: number[] = [];
  for (let second = 0; second < SOUND_SECONDS; second++) {
    const before = await attribute(person, '.sound', 'data-offset');
    await waitFor(
      'its next second',
      async () => (await attribute(person, '.sound', 'data-offset')) !== before,
    );
    apart.push(Math.abs(Number(await attribute(person, '.sound', 'data-offset'))));
  }
  const median = apart.toSorted((a, b) => a - b)[SOUND_SECONDS / 2] ?? 0;
  if (median > MAX_APART) throw new Error(`${Math.round(median)} ms from the picture`);
  await person.run(() => document.querySelector<HTMLInputElement>('.sound input')?.focus());
  for (const isDown of [true, false]) await person.key('{Left}', isDown);
  for (const isDown of [true, false]) await person.key('u', isDown);
  await becomes(person, '.sound', 'data-on', 'false');
  const words = await textOf(person, '.sound-caption');
  return `“${words}”, ${Math.round(median)} ms from the picture`;
}

async function camera(person: Person): Promise<string> {
  await person.click('.camera-buttons .icon-button');
  const said = await textOf(person, '.camera-on, .camera-fault p');
  if ((await attribute(person, '.camera', 'data-on')) !== 'true') return said;
  await waitFor('the mark', async () =>
    (await textOf(person, '.source-mark')).includes('Edited camera picture'),
  );
  await person.click('.camera-buttons [aria-pressed=true]');
  await becomes(person, '.camera', 'data-on', 'false');
  return `${said}, and off in one press`;
}

async function captions(person: Person): Promise<string> {
  await person.run(async () => {
    const { activeSession } = await fetch('/api/sessions').then((answer) => answer.json());
    const id = activeSession.session_id;
    Object.assign(window, { captions: `/api/sessions/${id}/captions` });
    await fetch('/api/stream/end', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: id }),
    });
  });
  const [address] = await person.run(() => [(window as unknown as { captions: string }).captions]);
  await person.visit('/dreamboard');
  return waitFor('the words for its sound', () =>
    person.run(
      (path) =>
        fetch(path)
          .then((answer) => answer.text())
          .then((text) => text.match(/\[.*\]/)?.[0] ?? null),
      address,
    ),
  );
}

/** All steps, in order. */
export const MEDIA_STEPS: [name: string, step: Step][] = [
  ['painted dream', dream],
  ['steering by keys', keys],
  ['steering by gamepad', gamepad],
  ['steering by mouse', mouse],
  ['sound', sound],
  ['camera', camera],
  ['captions', captions],
];
