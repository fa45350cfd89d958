import { colourOf, distance, meanColour } from '../engines/peer-images.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { until } from './inbox.ts';

/** Colours seen by a viewer, for engines that render one colour per prompt. */

/** @returns the frame named in the prompt's acknowledgement */
export async function receipt(viewer: FakeViewer, id: string): Promise<number> {
  const ack = await viewer.events.find(
    `the receipt of ${id}`,
    (event) => event.type === 'prompt_ack' && event.id === id,
  );
  if (ack.type !== 'prompt_ack' || ack.frame_id === null) throw new Error(`${id} was superseded`);
  return ack.frame_id;
}

export async function turnsInto(viewer: FakeViewer, prompt: string): Promise<void> {
  await until(`the colour of ${prompt}`, async () => {
    const last = viewer.frames.items.at(-1);
    return last && distance(await meanColour(last.jpeg), colourOf(prompt)) < 20;
  });
}

/** Progress of a frame's colour from the first prompt's to the second's, 0–1. */
export async function turned(
  viewer: FakeViewer,
  frameId: number,
  { first, second }: { first: string; second: string },
): Promise<number> {
  // a frame that the connection skipped looks like the one before it
  const frame = viewer.frames.items.findLast((one) => one.frameId <= frameId);
  if (!frame) throw new Error('no such frame');
  const [from, to] = [colourOf(first), colourOf(second)];
  return 1 - distance(await meanColour(frame.jpeg), to) / distance(from, to);
}
