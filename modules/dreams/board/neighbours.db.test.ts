import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { ORIGIN, type Visitor } from '../../../tests/program.ts';
import type { Neighbours, SessionsAnswer } from '../contract/schemas.ts';
import { nameKey } from '../contract/sort.ts';
import { dreamPrompts, type dreams } from '../tables.ts';
import { type BoardGround, type Someone, startBoardGround } from '../testing/board-ground.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

const START = 1_790_000_000_000;

function dreamOf(person: Someone, second: number, more: Partial<typeof dreams.$inferInsert> = {}) {
  return ground.dreamOf(person, { startedAt: START + second * 1000, nameKey: nameKey(more.name), ...more });
}

async function beside(person: Visitor, id: string, query = ''): Promise<[string | null, string | null]> {
  const answer = await person.get(`/api/sessions/${id}/neighbours${query}`);
  expect(answer.status).toBe(200);
  const { previous, next } = (await answer.json()) as Neighbours;
  return [previous?.session_id ?? null, next?.session_id ?? null];
}

test(`each dream’s neighbours are those in the list, in every order, on ${dialect}`, async () => {
  const person = await ground.someone();
  const names = [null, 'b', 'A', null, 'b', 'Ä 10', 'ä 9'];
  for (const [index, name] of names.entries()) {
    // Two for each time, so that only the id breaks the tie.
    await dreamOf(person, Math.floor(index / 2), { name });
  }
  await dreamOf(person, 1, { hiddenAt: START });
  await dreamOf(person, 1, { startedAt: null, jobStatus: 'FAILED' });
  await dreamOf(await ground.someone(), 1);
  for (const sort of ['newest', 'oldest', 'name-asc', 'name-desc']) {
    const list = (await (await person.get(`/api/sessions?sort=${sort}`)).json()) as SessionsAnswer;
    const ids = list.sessions.map(({ session_id }) => session_id);
    expect(ids).toHaveLength(names.length);
    for (const [index, id] of ids.entries()) {
      const expected = [ids[index - 1] ?? null, ids[index + 1] ?? null];
      expect(await beside(person, id, `?sort=${sort}`), `${sort} ${index}`).toEqual(expected);
    }
  }
});

test('in a search they are the found ones', async () => {
  const person = await ground.someone();
  const [first, between, last] = [
    await dreamOf(person, 1, { name: 'The sea' }),
    await dreamOf(person, 2, { name: 'A wood' }),
    await dreamOf(person, 3, { name: 'Untold' }),
  ];
  await ground.program.db.orm
    .insert(dreamPrompts)
    .values({ dreamId: last, position: 1, clientId: 'p', text: 'a rough sea', sentAt: START });
  expect(await beside(person, last, '?q=SEA')).toEqual([null, first]);
  expect(await beside(person, first, '?q=sea&sort=oldest')).toEqual([null, last]);
  // A dream that doesn't match the search still has a place among the matches.
  expect(await beside(person, between, '?q=sea')).toEqual([last, first]);
  expect((await person.get(`/api/sessions/${first}/neighbours?sort=best`)).status).toBe(400);
});

test('in a filtered list they are the shown ones', async () => {
  const person = await ground.someone();
  const videoKey = 'video.mp4';
  const [shared, secret, named] = [
    await dreamOf(person, 1, { videoKey }),
    await dreamOf(person, 2, { videoKey, shared: false }),
    await dreamOf(person, 3, { videoKey, name: 'Named' }),
  ];
  expect(await beside(person, shared, '?shared=yes')).toEqual([named, null]);
  expect(await beside(person, named, '?shared=yes&named=no')).toEqual([null, shared]);
  expect(await beside(person, named, '?shared=no')).toEqual([null, secret]);
  expect((await person.get(`/api/sessions/${shared}/neighbours?shared=maybe`)).status).toBe(400);
});

test('the page gets the list from its own URL, or from the board that it was opened from', async () => {
  const person = await ground.someone();
  const [b, c, a] = [
    await dreamOf(person, 1, { name: 'b' }),
    await dreamOf(person, 2, { name: 'c' }),
    await dreamOf(person, 3, { name: 'a' }),
  ];
  const page = async (query: string, referer?: string) => {
    const answer = await person.get(`/session?session_id=${b}${query}`, {
      accept: 'text/html',
      ...(referer && { referer }),
    });
    const html = await answer.text();
    const links = [...html.matchAll(/aria-label="(?:Previous|Next) dream[^>]*?href="([^"]+)"/g)];
    const other = [...html.matchAll(/href="([^"]+)"[^>]*?aria-label="(?:Previous|Next) dream/g)];
    return [...links, ...other].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  };
  const at = (id: string, list = '') => `/session?session_id=${id}${list}`;
  expect(await page('')).toEqual([at(c)]);
  expect(await page('&sort=name-desc')).toEqual([at(c, '&sort=name-desc'), at(a, '&sort=name-desc')]);
  expect(await page('&sort=best')).toEqual([at(c)]);

  person.jar.set('dreamboard-sort', 'name-asc');
  const sorted = [at(a, '&sort=name-asc'), at(c, '&sort=name-asc')];
  expect(await page('', `${ORIGIN}/dreamboard`)).toEqual(sorted);
  // A parameter in the page's own address takes precedence.
  expect(await page('&sort=oldest', `${ORIGIN}/dreamboard`)).toEqual([at(c, '&sort=oldest')]);
  const narrowed = await page('', `${ORIGIN}/dreamboard?named=yes`);
  expect(narrowed).toEqual([at(a, '&named=yes&sort=name-asc'), at(c, '&named=yes&sort=name-asc')]);
  // Searches queue for a turn, so the browser fetches the neighbours once the page is open.
  expect(await page('', `${ORIGIN}/dreamboard?q=b`)).toEqual([]);
  expect(await page('', `${ORIGIN}/trash`)).toEqual([at(c)]);
  expect(await page('', 'https://elsewhere.example/dreamboard')).toEqual([at(c)]);
});

test('no one else sees a dream’s neighbours', async () => {
  const [person, other, admin] = [
    await ground.someone(),
    await ground.someone(),
    await ground.someone('admin'),
  ];
  const id = await dreamOf(person, 1);
  await dreamOf(person, 2, { name: 'Of the owner alone' });
  for (const visitor of [other, admin]) {
    expect((await visitor.get(`/api/sessions/${id}/neighbours`)).status).toBe(404);
  }
  const page = await admin.get(`/session?session_id=${id}`, { accept: 'text/html' });
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain('Of the owner alone');
});
