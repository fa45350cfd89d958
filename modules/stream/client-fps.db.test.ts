import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { COUNTS_KEPT_MS } from '../dreams/contract/fps-bins.ts';
import { type BoardGround, startBoardGround } from '../dreams/testing/board-ground.ts';
import { startOfDay } from '../kit/clock.ts';

const DAY_MS = 24 * 3600_000;

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

test(`frame rates change only on days that the admin’s lists recount, on ${dialect}`, async () => {
  const person = await ground.someone();
  const now = ground.program.clock.now();
  const report = async (requestedAt: number) => {
    const sessionId = await ground.dreamOf(person, { requestedAt });
    const body = { sessionId, clientFpsData: { overall: 16 } };
    return (await person.postJson('/api/sessions/update-client-fps', body)).status;
  };
  // A count may be kept until it is the next day.
  const first = startOfDay(now + COUNTS_KEPT_MS) - DAY_MS;
  expect([await report(now), await report(first), await report(first - 1)]).toEqual([200, 200, 409]);
});
