import { expect, test } from 'vitest';
import { type Place, placePrompts } from './places.ts';

/** Frames numbered from 100 in tens, some missing. */
const PLACES: Place[] = [100, 110, 140, 150].map((frameId, frame) => ({ frameId, frame, at: frame * 50 }));

test('prompts name the frame and second of the video that first show them', () => {
  const place = (frame: number | null, seconds = 9) =>
    placePrompts([{ text: 'a sea', seconds, frame }], PLACES, 200)[0];
  expect(place(90)).toEqual({ text: 'a sea', frame: 0, seconds: 0 });
  expect(place(110)).toMatchObject({ frame: 1, seconds: 0.05 });
  expect(place(120)).toMatchObject({ frame: 2, seconds: 0.1 });
  expect(place(150)).toMatchObject({ frame: 3, seconds: 0.15 });
  // Rendered after the last recorded frame.
  expect(place(160)).toMatchObject({ frame: null, seconds: 0.2 });
  // The generator sent no frame number.
  expect(place(null, 0.12)).toMatchObject({ frame: 2, seconds: 0.1 });
});
