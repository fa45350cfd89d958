import { colourOf, distance, meanColour } from '../engines/peer-pictures.ts';
import type { FakeViewer } from './fake-viewer.ts';
import { until } from './inbox.ts';

/** Colours that a viewer sees, for engines that draw one for each prompt. */

/** @returns the frame that it names */
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

/** Share of the turn from the first prompt's colour to the second's that a frame shows. */
export async function turned(
  viewer: FakeViewer,
  frameId: number,
  { first, second }: { first: string; second: string },
): Promise<number> {
  // a frame that the connection left out is like the one before it
  const frame = viewer.frames.items.findLast((one) => one.frameId <= frameId);
  if (!frame) throw new Error('no such frame');
  const [from, to] = [colourOf(first), colourOf(second)];
  return 1 - distance(await meanColour(frame.jpeg), to) / distance(from, to);
}
