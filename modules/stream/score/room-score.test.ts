import { describe, expect, test } from 'vitest';
import { type Control, pictureName } from '../../protocol/controls.ts';
import type { RelayMessage } from '../../protocol/worker-messages.ts';
import type { Plan } from '../../scores/contract/plan.ts';
import type { Score, Shot } from '../../scores/contract/score.ts';
import { frameOf, noSafety, openRoomStage } from '../testing/room-stage.ts';

const MOTION: Control = {
  kind: 'number',
  name: 'motion',
  label: 'Motion',
  live: true,
  min: 0,
  max: 2,
  step: 0.1,
  default: 1,
};

const scoreOf = (shots: Shot[], rest: Partial<Score> = {}): Score => ({ version: 1, shots, ...rest });
const twelve = Array.from(
  { length: 12 },
  (_, n): Shot => ({ id: `s${n}`, at: n * 1.5, prompt: `shot ${n}` }),
);

type Prompt = Extract<RelayMessage, { type: 'prompt' }>;
const promptsOf = (sent: readonly RelayMessage[]) =>
  sent.filter((one): one is Prompt => one.type === 'prompt');

/** A running dream with a plan, whose worker acknowledges each prompt with the frame that was asked for. */
async function perform(
  plan: Plan,
  options: Parameters<typeof openRoomStage>[2] = {},
  controls: Control[] = [MOTION],
) {
  const stage = openRoomStage({ planned: true }, controls, {
    exact: true,
    planOf: async () => ({ plan, images: new Map() }),
    ...options,
  });
  stage.room.assign(stage.worker);
  await new Promise((resolve) => setImmediate(resolve));
  stage.room.workerMessage({ type: 'ready' });
  const viewer = stage.watch();
  stage.room.tick();
  return { stage, viewer, prompts: () => promptsOf(stage.toWorker) };
}

describe('a dream with a score', () => {
  test('plays 12 shots to the frame', async () => {
    const { stage, viewer, prompts } = await perform({ score: scoreOf(twelve), plays: true });
    expect(prompts()).toMatchObject([{ text: 'shot 0' }]);
    stage.draw(18, viewer);
    expect(prompts().map(({ text, at_frame }) => [text, at_frame])).toEqual(
      twelve.map(({ prompt }, n) => [prompt, n === 0 ? undefined : 1 + n * 24]),
    );
  });

  test('keeps its times with a generator that is slower than requested', async () => {
    const { stage, prompts } = await perform({ score: scoreOf(twelve), plays: true });
    const { link } = stage.watch();
    for (let frame = 1; frame <= 60; frame++) {
      stage.clock.turn(250);
      stage.room.workerFrame(frameOf(frame));
      link.acknowledged(frame);
      stage.room.tick();
    }
    // Four frames a second: a shot every six.
    const frames = prompts()
      .slice(3, 9)
      .map(({ at_frame }) => at_frame ?? 0);
    for (const [n, frame] of frames.entries())
      expect(Math.abs(frame - (1 + (n + 3) * 6))).toBeLessThanOrEqual(2);
  });

  test('shows each shot even while its generator stalls', async () => {
    const { stage, viewer, prompts } = await perform({ score: scoreOf(twelve), plays: true });
    stage.draw(2, viewer);
    stage.pass(6);
    stage.draw(1, viewer);
    const frames = prompts().flatMap(({ at_frame }) => at_frame ?? []);
    expect(frames.length).toBeGreaterThan(4);
    expect(new Set(frames).size).toBe(frames.length);
  });

  test('repeats a dream by its frames, whatever their times were', async () => {
    const shots: Shot[] = [
      { at: 0, frame: 1, prompt: 'a sea' },
      { at: 0, frame: 1, prompt: 'calm' },
      { at: 9, frame: 40, controls: { motion: 0.5 } },
      { at: 9.5, frame: 55, prompt: 'a storm', soft: 3 },
    ];
    const { stage, viewer, prompts } = await perform({
      score: scoreOf(shots),
      plays: true,
      generator: 'fake 1',
    });
    expect(prompts()).toMatchObject([
      { text: 'a sea', at_frame: 1, more: true },
      { text: 'calm', at_frame: 1 },
    ]);
    stage.draw(5, viewer);
    expect(stage.toWorker).toContainEqual({ type: 'control', name: 'motion', value: 0.5, at_frame: 40 });
    expect(prompts().at(-1)).toMatchObject({ text: 'a storm', at_frame: 55, soft: 3 });
    stage.room.workerMessage({ type: 'control_ack', name: 'motion', frame_id: 40 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(stage.controlsShown).toEqual([{ position: 1, frame: 40 }]);
  });

  test('goes by times with another generator, and cuts where it can’t blend', async () => {
    const shots: Shot[] = [
      { at: 0, frame: 1, prompt: 'a sea' },
      { at: 3, frame: 40, prompt: 'a storm', soft: 3 },
    ];
    const past = { frame: 9, controls: {}, shots: [] };
    const plan = { score: scoreOf(shots), plays: true, generator: 'demo 1', past };
    const { stage, viewer, prompts } = await perform(plan, { exact: false });
    expect(stage.toWorker[0]).not.toHaveProperty('past');
    stage.draw(4, viewer);
    expect(prompts()[1]).toEqual({ type: 'prompt', id: expect.any(String), text: 'a storm' });
    expect(viewer.socket.events().find(({ type }) => type === 'score')).toMatchObject({ soft: 0 });
  });

  test('continues another one from its past', async () => {
    const past = { frame: 90, controls: { motion: 1.5 }, shots: [{ frame: 1, prompt: 'a sea' }] };
    const score = scoreOf([{ at: 0, prompt: 'a sea' }], { controls: { motion: 0.7 } });
    const { stage, prompts } = await perform({ score, plays: true, generator: 'fake 1', past });
    expect(stage.toWorker[0]).toMatchObject({ type: 'start', past, controls: { motion: 0.7 } });
    expect(prompts()).toMatchObject([{ text: 'a sea', resumes: true }]);
  });

  test('continues another one from its frame, with a generator that starts from images', async () => {
    const startPicture = pictureName('0'.repeat(32));
    const given = 'data:image/jpeg;base64,/9g=';
    const plan = { score: scoreOf([{ at: 0, prompt: 'a sea' }]), plays: true, startPicture };
    const controls: Control[] = [
      MOTION,
      { kind: 'picture', name: 'image', label: 'Image', live: false, default: '' },
    ];
    const loaded = async () => ({ plan, images: new Map([[startPicture, given]]) });
    const { stage, prompts } = await perform(plan, { planOf: loaded }, controls);
    expect(stage.toWorker[0]).toMatchObject({ type: 'start', controls: { image: given } });
    expect(prompts()).toMatchObject([{ text: 'a sea' }]);
    // Without such a control, only the prompt goes on.
    const other = await perform(plan, { planOf: loaded });
    expect(JSON.stringify(other.stage.toWorker)).not.toContain('image');
  });

  test('obeys its dreamer', async () => {
    const shots: Shot[] = [
      { id: 'a', at: 0, prompt: 'a sea' },
      { id: 'b', at: 5, prompt: 'a storm' },
      { id: 'c', at: 'next', prompt: 'calm' },
    ];
    const { stage, viewer, prompts } = await perform({ score: scoreOf(shots), plays: false });
    expect(prompts()).toEqual([]);
    stage.room.score.act('play');
    stage.draw(1, viewer);
    stage.room.score.act('pause');
    stage.draw(10, viewer);
    expect(prompts().map(({ text }) => text)).toEqual(['a sea']);
    stage.room.score.act('next');
    stage.draw(10, viewer);
    expect(prompts().map(({ text }) => text)).toEqual(['a sea', 'a storm']);
    const states = viewer.socket.events().flatMap((one) => (one.type === 'score' ? [one.state] : []));
    expect(states.at(-1)).toBe('holding');
    stage.room.score.set(
      scoreOf(shots.map((one) => (one.id === 'c' ? { ...one, muted: true } : one))),
      false,
    );
    stage.draw(1, viewer);
    expect(prompts()).toHaveLength(2);
  });

  test('passes each shot through the safety checks, and goes on after a rejected one', async () => {
    const safety: typeof noSafety = {
      ...noSafety,
      gate: (dream) => ({
        ...noSafety.gate(dream),
        judge: (text) => (text === 'shot 1' ? { act: 'refuse', text: 'No.' } : { act: 'pass' }),
      }),
    };
    const { stage, viewer, prompts } = await perform({ score: scoreOf(twelve), plays: true }, { safety });
    stage.draw(4, viewer);
    expect(prompts().map(({ text }) => text)).toEqual(['shot 0', 'shot 2', 'shot 3']);
    expect(viewer.socket.events()).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'moderated' }),
    );
  });

  test('takes 200 shots at the same time without flooding the worker', async () => {
    const shots = Array.from({ length: 200 }, (_, n): Shot => ({ at: n ? 2 : 0, prompt: `shot ${n}` }));
    const { stage, viewer, prompts } = await perform({ score: scoreOf(shots), plays: true });
    stage.draw(20, viewer);
    expect(prompts().length).toBeLessThan(40);
    expect(prompts().at(-1)?.text).toBe('shot 199');
  });

  test('continues the story by itself after a silence, a limited number of times', async () => {
    const asked: string[][] = [];
    const continueStory = async (prompts: readonly string[]) => {
      asked.push([...prompts]);
      return `next ${asked.length}`;
    };
    const score = scoreOf([{ at: 0, prompt: 'a sea' }], { go_on: 10 });
    const { stage, viewer, prompts } = await perform({ score, plays: true }, { continueStory });
    for (let n = 0; n < 28; n++) {
      stage.draw(10, viewer);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked[0]).toEqual(['a sea']);
    expect(
      prompts()
        .map(({ text }) => text)
        .slice(0, 3),
    ).toEqual(['a sea', 'next 1', 'next 2']);
    expect(asked).toHaveLength(12);
  });

  test('ends with its dream', async () => {
    const { stage, viewer, prompts } = await perform({ score: scoreOf(twelve), plays: true });
    stage.draw(2, viewer);
    stage.room.end('viewer-ended');
    const sent = prompts().length;
    stage.room.score.act('next');
    stage.pass(60);
    expect(prompts()).toHaveLength(sent);
  });
});
