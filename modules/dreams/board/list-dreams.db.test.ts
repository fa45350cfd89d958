import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { jobs } from '../../jobs/tables.ts';
import { fits } from '../contract/fits.ts';
import { readNarrowing } from '../contract/narrowing.ts';
import type { Session } from '../contract/schemas.ts';
import { sortSessions } from '../contract/sort.ts';
import { conversationMessages, dreamPrompts } from '../tables.ts';
import {
  allPages,
  type BoardGround,
  hide,
  idsOf,
  pageOf,
  rename,
  send,
  startBoardGround,
} from '../testing/board-ground.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround();
});
afterAll(() => ground.program.stop());

describe(`the list of dreams on ${dialect}`, () => {
  const NAMES = [
    'Älv',
    'alba',
    'Dream 10',
    'dream 9',
    'Zoo',
    'zoo',
    'Über',
    '🌊 sea',
    'حلم',
    '100 % rain',
    'a_b',
  ];

  test('has pages that neither lose nor repeat a dream, in the browser’s sort order', async () => {
    const person = await ground.someone();
    for (let index = 0; index < 130; index += 1) {
      const id = await ground.dreamOf(person);
      const name = index % 4 === 0 ? null : NAMES[index % NAMES.length];
      if (name) expect((await rename(person, id, name)).status).toBe(200);
    }
    for (const sort of ['newest', 'oldest', 'name-asc', 'name-desc'] as const) {
      const all = await allPages(person, `&sort=${sort}`);
      expect(new Set(all.map(({ session_id }) => session_id)).size).toBe(130);
      const ids = (sessions: Session[]) => sessions.map(({ session_id }) => session_id);
      expect(ids(all)).toEqual(ids(sortSessions(all, sort)));
    }
    const byName = (await allPages(person, '&sort=name-asc')).map(({ dream_name }) => dream_name);
    expect(byName.indexOf('dream 9')).toBeLessThan(byName.indexOf('Dream 10'));
    expect(byName.indexOf('alba')).toBeLessThan(byName.indexOf('Älv'));
    expect(byName.at(-1)).toBeNull();
    expect((await pageOf(person, '&sort=name-desc')).sessions[0]?.dream_name).toBeNull();
  });

  test('continues in the right place when a dream is added or removed between two pages', async () => {
    const person = await ground.someone();
    const ids: string[] = [];
    for (let index = 0; index < 65; index += 1) ids.unshift(await ground.dreamOf(person));
    const first = await pageOf(person);
    await ground.dreamOf(person);
    await hide(person, [ids[10]]);
    const second = await pageOf(person, `&cursor=${first.nextCursor}`);
    expect(second.sessions.map(({ session_id }) => session_id)).toEqual(ids.slice(60));
  });

  test('is filtered by bookmark, sharing, name, length and month, with pages', async () => {
    const person = await ground.someone();
    const stranger = await ground.someone();
    const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
    const video = { videoKey: 'v', durationMs: 59_999 };
    const early = await ground.dreamOf(person, {
      startedAt: Date.parse('2026-02-28T23:59:59.999Z'),
      ...video,
    });
    const first = await ground.dreamOf(person, { startedAt: Date.parse('2026-03-01T00:00:00Z') });
    const last = await ground.dreamOf(person, { startedAt: at('2026-03-31'), ...video, shared: false });
    const whole = await ground.dreamOf(person, {
      startedAt: at('2026-04-02'),
      ...video,
      durationMs: 300_999,
    });
    const long = await ground.dreamOf(person, { startedAt: at('2026-04-03'), ...video, durationMs: 301_000 });
    await rename(person, last, 'Low tide');
    await send(person, 'POST', '/api/bookmarks', { session_id: whole });
    await ground.dreamOf(stranger, { startedAt: at('2026-03-15') });
    const found = async (query: string) => idsOf(await pageOf(person, query));
    expect(await found('&bookmarked=yes')).toEqual([whole]);
    expect(await found('&bookmarked=no')).toEqual([long, last, first, early]);
    expect(await found('&shared=yes')).toEqual([long, whole, early]);
    expect(await found('&shared=no')).toEqual([last, first]);
    expect(await found('&named=yes')).toEqual([last]);
    expect(await found('&named=no&sort=oldest')).toEqual([early, first, whole, long]);
    expect(await found('&length=short')).toEqual([last, early]);
    expect(await found('&length=medium')).toEqual([whole]);
    expect(await found('&length=long')).toEqual([long]);
    expect(await found('&month=2026-03')).toEqual([last, first]);
    expect(await found('&month=2026-03&named=yes&shared=no&length=short&bookmarked=no')).toEqual([last]);
    expect(await found('&month=2026-03&q=low')).toEqual([last]);
    expect(await found('&month=2025-03')).toEqual([]);

    const months = async (query: string) =>
      (await (await person.get(`/api/sessions/months?_t=1${query}`)).json()).months;
    const all = [
      { month: '2026-04', count: 2 },
      { month: '2026-03', count: 2 },
      { month: '2026-02', count: 1 },
    ];
    expect(await months('')).toEqual(all);
    expect(await months('&month=2026-03&sort=oldest')).toEqual(all);
    expect(await months('&named=yes')).toEqual([{ month: '2026-03', count: 1 }]);
    expect(await months('&q=low')).toEqual([{ month: '2026-03', count: 1 }]);
    expect(await months('&shared=no&length=long')).toEqual([]);
    expect((await person.get('/api/sessions/months?shared=perhaps')).status).toBe(400);

    // The browser's rules must agree.
    for (const query of ['shared=yes', 'shared=no', 'named=no', 'length=medium', 'length=short']) {
      const narrowing = readNarrowing(new URLSearchParams(query));
      const everything = (await pageOf(person)).sessions;
      const sessions = everything.filter((session) => fits(session, narrowing));
      expect(idsOf({ sessions }), query).toEqual(await found(`&${query}`));
    }

    // Neighbours come from the filtered list too, and the board's address filters its page.
    const beside = await person.get(`/api/sessions/${long}/neighbours?named=no&shared=no`);
    expect((await beside.json()).next.session_id).toBe(first);
    const board = await person.get('/dreamboard?length=long&shared=perhaps', { accept: 'text/html' });
    const html = await board.text();
    expect([html.includes(long), html.includes(whole)]).toEqual([true, false]);

    for (let index = 0; index < 65; index += 1) {
      await ground.dreamOf(person, { startedAt: at('2026-05-01') + index * 1000, shared: index % 2 === 0 });
    }
    expect(await allPages(person, '&month=2026-05')).toHaveLength(65);
    expect(await allPages(person, '&month=2026-05&sort=name-asc')).toHaveLength(65);
    expect((await months(''))[0]).toEqual({ month: '2026-05', count: 65 });
  });

  test('is searched by days, and for dreams without a name', async () => {
    const person = await ground.someone();
    const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
    const march = await ground.dreamOf(person, { startedAt: at('2026-03-03') });
    const other = await ground.dreamOf(person, { startedAt: at('2025-03-31') });
    const now = await ground.dreamOf(person, { startedAt: ground.program.clock.now(), name: 'Now' });
    await rename(person, other, 'Moth');
    await rename(person, now, 'Now');
    const found = async (words: string) => idsOf(await pageOf(person, `&q=${encodeURIComponent(words)}`));
    for (const words of [
      '2026-03',
      '3 March 2026',
      'Mar 3, 2026',
      '2026-03-03T12:00:00Z',
      'Untitled',
      'unn',
    ]) {
      expect(await found(words), words).toEqual([march]);
    }
    expect(await found('march')).toEqual([march, other]);
    expect(await found('2025')).toEqual([other]);
    expect(await found('4 march')).toEqual([]);
    expect(await found('today')).toEqual([now]);
    expect(await found('yesterday')).toEqual([]);
  });

  test('shows the progress of a video that is being compiled', async () => {
    const person = await ground.someone();
    const made = await ground.dreamOf(person, { serverStatus: 'PROCESSING' });
    await ground.dreamOf(person, { serverStatus: 'PROCESSING' });
    const now = ground.program.clock.now();
    await ground.program.db.orm.insert(jobs).values({
      id: made,
      kind: 'compile',
      key: made,
      payload: {},
      state: 'running',
      runAt: now,
      attempts: 0,
      leaseUntil: now + 3600_000,
      progress: 0.5,
      createdAt: now,
    });
    expect((await pageOf(person)).sessions.map((one) => one.compile_progress)).toEqual([undefined, 0.5]);
  });

  test('rejects invalid cursors, orders and queries', async () => {
    const person = await ground.someone();
    for (const query of [
      '&cursor=60',
      '&cursor=%00',
      '&cursor=e30',
      '&sort=best',
      '&bookmarked=true',
      '&length=1',
      '&month=2026-13',
      `&q=${'x'.repeat(201)}`,
    ]) {
      expect((await person.get(`/api/sessions?_t=1${query}`)).status, query).toBe(400);
    }
  });

  test('is searched by name and transcript, ignoring case, without special characters', async () => {
    const person = await ground.someone();
    const stranger = await ground.someone();
    const named = await ground.dreamOf(person);
    await rename(person, named, 'Über 100 % rain_forest');
    const prompted = await ground.dreamOf(person);
    await ground.program.db.orm.insert(dreamPrompts).values({
      dreamId: prompted,
      position: 1,
      clientId: 'p',
      text: 'A Paper Boat on a river',
      sentAt: 1,
    });
    const answered = await ground.dreamOf(person);
    await ground.program.db.orm
      .insert(conversationMessages)
      .values({ dreamId: answered, id: 'a', text: 'lanterns rise', isUser: false, at: 1 });
    await rename(stranger, await ground.dreamOf(stranger), 'paper boat');

    const found = async (words: string) =>
      (await pageOf(person, `&q=${encodeURIComponent(words)}`)).sessions.map(({ session_id }) => session_id);
    expect(await found('paper boat')).toEqual([prompted]);
    expect(await found('LANTERNS')).toEqual([answered]);
    expect(await found('100 % RAIN_')).toEqual([named]);
    expect(await found('%')).toEqual([named]);
    expect(await found("'; drop")).toEqual([]);
    expect(await found('   ')).toHaveLength(3);
    expect(await found('über')).toEqual([named]);
    expect(await found('UBER')).toEqual([named]);
  });
});
