import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../modules/painter/reading/read-prompt.ts';
import { heardIn } from '../../modules/painter/sound/heard.ts';
import { PACKET_SAMPLES, SOUND_RATE } from '../../modules/painter/sound/packet.ts';
import { createSoundscape } from '../../modules/painter/sound/soundscape.ts';
import { thunderDelay } from '../../modules/painter/sound/voices/weather.ts';
import type { VoiceName } from '../../modules/painter/sound/voices.ts';
import { listen, type Measured, measure, render } from './measure-sound.ts';

const hisses = (m: Measured) => m.share(2_000, 16_000) > 0.5 && m.swing < 0.2;
const rumbles = (m: Measured) => m.share(30, 500) > 0.6;
const hums = (m: Measured) => m.share(30, 250) > 0.8;
const roars = (m: Measured) => m.share(60, 4_000) > 0.7 && m.share(250, 4_000) > 0.35;
const swells = (m: Measured) => roars(m) && m.swing > 0.1;
const gusts = (m: Measured) => m.share(125, 1_500) > 0.7 && m.swing > 0.2;
const chirps = (m: Measured) => m.share(3_500, 5_200) > 0.35 && m.onsets > 1;
const sings = (m: Measured) => m.share(1_800, 6_500) > 0.5 && m.swing > 0.2;
const crackles = (m: Measured) => rumbles(m) && m.onsets > 1.5 && m.peak > 0.08;
const drips = (m: Measured) => m.onsets > 1 && m.share(500, 3_000) > 0.05;
const whispers = (m: Measured) => m.loudness < -35;
const calls = (from: number, to: number) => (m: Measured) => m.share(from, to) > 0.2 && m.swing > 0.15;
const sounds = (m: Measured) => m.loudness > -45;

/** Prompts, voices that must be heard in them, and a condition on their spectra. */
const TABLE: readonly [prompt: string, voices: VoiceName[], shows: (m: Measured) => boolean][] = [
  ['a stormy sea', ['sea', 'rain', 'wind', 'thunder'], roars],
  ['a calm sea at sunset', ['sea'], swells],
  ['a beach with seagulls', ['sea', 'gulls'], swells],
  ['a giant tsunami', ['sea', 'wind'], swells],
  ['rain', ['rain'], hisses],
  ['drizzle over a meadow', ['rain'], hisses],
  ['monsoon in the jungle', ['rain', 'wind', 'insects'], (m) => m.share(250, 16_000) > 0.6],
  [
    'rain on a city street at night',
    ['rain', 'city'],
    (m) => m.share(30, 500) > 0.25 && m.share(4_000, 16_000) > 0.1,
  ],
  ['a thunderstorm over mountains', ['thunder', 'rain'], (m) => m.share(2_000, 16_000) > 0.3],
  ['wind over the dunes', ['wind'], gusts],
  ['a hurricane', ['wind', 'rain'], roars],
  ['a blizzard in the mountains', ['wind', 'snow'], gusts],
  ['a quiet snowy forest', ['snow'], whispers],
  ['a snowman', ['snow'], whispers],
  ['a meadow at night in summer', ['crickets'], chirps],
  ['a forest at dawn', ['birds', 'leaves'], sings],
  ['birds over a lake in the morning', ['birds', 'lapping'], (m) => m.share(1_800, 6_500) > 0.15],
  ['a garden in spring', ['birds'], sings],
  ['a jungle', ['jungleBirds', 'insects'], (m) => m.share(500, 6_500) > 0.5],
  [
    'a campfire at night in the forest',
    ['fire', 'crickets'],
    (m) => m.share(30, 500) > 0.25 && m.onsets > 1.5,
  ],
  ['a house on fire', ['fire'], (m) => m.share(30, 500) > 0.4],
  ['a volcano erupting', ['lava'], hums],
  ['a city at night', ['city'], rumbles],
  ['a busy street with cars', ['city', 'car'], rumbles],
  ['a crowd of people in a square', ['crowd', 'city'], rumbles],
  ['a river in a valley', ['stream'], (m) => roars(m) && m.swing < 0.25],
  ['a calm lake', ['lapping'], (m) => m.share(60, 2_000) > 0.7],
  ['a waterfall', ['waterfall'], (m) => roars(m) && m.swing < 0.15],
  ['underwater with fish', ['underwater'], hums],
  ['a whale underwater', ['underwater', 'whale'], rumbles],
  ['a cave', ['cave'], drips],
  ['a nebula in space', ['space'], hums],
  ['an astronaut on the moon', ['space'], (m) => hums(m) && m.loudness < -28],
  ['inside a cathedral', ['hall'], rumbles],
  ['a church on a hill', ['bell'], calls(125, 1_500)],
  ['a library with a fireplace', ['fire', 'room'], crackles],
  ['a room with rain at the window', ['windowRain', 'room'], (m) => m.share(125, 2_500) > 0.6],
  ['an owl in the forest at night', ['owl', 'crickets'], sounds],
  ['a wolf howling under the moon', ['wolf'], calls(250, 2_500)],
  ['a steam train', ['train'], (m) => m.swing > 0.1 && m.onsets > 1],
  ['an airplane in the sky', ['plane'], rumbles],
  ['a rocket', ['rocket'], rumbles],
  ['an abstract pattern', ['tones'], (m) => m.share(30, 1_000) > 0.8],
  ['a magical forest', ['chimes', 'leaves'], sounds],
  ['a meadow without birds in the morning', ['wind'], (m) => m.share(1_800, 6_500) < 0.1],
];

describe('the painter’s sound', () => {
  test.each(TABLE)('%s', (prompt, voices, shows) => {
    expect(voicesIn(prompt)).toEqual(expect.arrayContaining(voices));
    const measured = measure(listen(prompt, 6));
    expect({ ...measured, shows: shows(measured) }).toMatchObject({ shows: true });
    expect(measured.peak).toBeLessThan(0.95);
    expect(measured.width).toBeGreaterThan(0.02);
  });

  test('excluded birds are silent', () => {
    expect(voicesIn('a meadow without birds in the morning')).not.toContain('birds');
    expect(voicesIn('a meadow in the morning')).toContain('birds');
  });

  test('repeats sample for sample from any moment, an hour into a dream as well', () => {
    const hour = 3_600 * SOUND_RATE;
    const spec = readPrompt('a storm at sea with a campfire and a church', null).spec;
    const [whole, late] = [createSoundscape(2 ** 32 - 1), createSoundscape(2 ** 32 - 1)];
    for (const scape of [whole, late]) scape.show(spec, 0, 0);
    const all = render(whole, hour, 2);
    expect(render(late, hour + SOUND_RATE, 1)).toEqual(all.slice(SOUND_RATE * 2));
    expect(measure(all).loudness).toBeGreaterThan(-35);
    const other = createSoundscape(0);
    other.show(spec, 0, 0);
    expect(render(other, hour, 1)).not.toEqual(all.slice(0, SOUND_RATE * 2));
  });

  test('changes within a second, without clicks, however often prompts change', () => {
    const prompts = [
      'a nebula in space',
      'inside a cathedral',
      'a calm lake at night',
      'underwater',
      'a volcano',
    ];
    const scape = createSoundscape(7);
    const all: number[] = [];
    for (let packet = 0; packet < 200; packet++) {
      const prompt = prompts[Math.floor(packet / 5) % prompts.length] as string;
      if (packet % 5 === 0) scape.show(readPrompt(prompt, null).spec, packet * PACKET_SAMPLES, 0.6);
      all.push(...scape.packet(packet * PACKET_SAMPLES));
    }
    // these scenes are dull: a click would be a jump between two samples
    let jump = 0;
    for (let i = 2; i < all.length; i++) jump = Math.max(jump, Math.abs((all[i] ?? 0) - (all[i - 2] ?? 0)));
    expect(jump).toBeLessThan(0.08);
    const now = 200 * PACKET_SAMPLES;
    scape.show(readPrompt('rain', null).spec, now, 0.6);
    render(scape, now, 0.8);
    expect(hisses(measure(render(scape, now + 0.8 * SOUND_RATE, 2)))).toBe(true);
  });

  test('thunder follows its flash at the speed of sound, and only once', () => {
    const flash = { at: SOUND_RATE, pan: -0.6, seed: 5 };
    const storm = 'a thunderstorm';
    const [quiet, loud] = [listen(storm, 9), listen(storm, 9, 7, (scape) => scape.strike('thunder', flash))];
    const thunder = loud.map((value, i) => value - (quiet[i] ?? 0));
    const first = thunder.findIndex((value) => Math.abs(value) > 0.004) / 2 / SOUND_RATE;
    expect(Math.abs(first - 1 - thunderDelay(flash.seed))).toBeLessThan(0.06);
    expect(measure(thunder).share(30, 500)).toBeGreaterThan(0.5);
  });
});

const voicesIn = (prompt: string): VoiceName[] =>
  heardIn(readPrompt(prompt, null).spec).map(({ voice }) => voice);
