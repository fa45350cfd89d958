import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { testOnce } from '../../../tests/long-test.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import type { Visitor } from '../../../tests/program.ts';
import { newId } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { linkPath } from '../contract/short-link.ts';
import { dreamPrompts, dreamSounds, dreams } from '../tables.ts';
import { type BoardGround, detailOf, hide, pageOf, send, startBoardGround } from '../testing/board-ground.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround({ ADMIN_EMAILS: 'keeper@example.com', REPORTS_HIDE: '3' });
});
afterAll(() => ground.program.stop());

describe(`sharing and reports on ${dialect}`, () => {
  testOnce('the switch closes and opens the public link', async () => {
    const person = await ground.someone();
    const id = await ground.dreamOf(person);
    const stranger = ground.program.visitor();
    const share = (shared: unknown) => send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    expect(await (await share(false)).json()).toEqual({ shared: false });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(404);
    expect((await person.get(`/api/d/${id}`)).status).toBe(404);
    expect(await (await share(true)).json()).toEqual({ shared: true });
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    expect((await share('yes')).status).toBe(400);
  });

  test('many links are closed and opened at once, with reasons for failures', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const mine = [await ground.dreamOf(person), await ground.dreamOf(person)];
    const empty = await ground.dreamOf(person, { serverStatus: 'EMPTY' });
    const gone = await ground.dreamOf(person);
    const theirs = await ground.dreamOf(other);
    await hide(person, [gone]);
    const share = async (session_ids: unknown, shared: unknown, who: Visitor = person) => {
      const answer = await send(who, 'PATCH', '/api/sessions/sharing', { session_ids, shared });
      const { changed_ids = [], ...body } = await answer.json();
      return { status: answer.status, changed: [...changed_ids].sort(), ...body };
    };
    const all = [...mine, empty, gone, theirs, mine[0]];
    expect(await share(all, false)).toEqual({
      status: 200,
      shared: false,
      changed: [...mine, empty].sort(),
      no_video_ids: [],
      missing_ids: [gone, theirs],
    });
    expect((await detailOf(person, mine[0] ?? '')).shared).toBe(false);
    expect((await detailOf(other, theirs)).shared).toBe(true);
    expect(await share(all, true)).toEqual({
      status: 200,
      shared: true,
      changed: [...mine].sort(),
      no_video_ids: [empty],
      missing_ids: [gone, theirs],
    });
    expect((await pageOf(person)).sessions.map(({ shared }) => shared)).toEqual([false, true, true]);
    expect((await share([theirs], false)).status).toBe(404);
    for (const odd of [[], 'x', [7], undefined, Array(501).fill('x')]) {
      expect((await share(odd, true)).status).toBe(400);
    }
    expect((await share(mine, 'yes')).status).toBe(400);
  });

  test('caches revalidate the video and poster each time, and get nothing once the link is closed', async () => {
    const person = await ground.someone();
    const keys = {
      videoKey: `videos/${newId()}.mp4`,
      posterKey: `posters/${newId()}.jpg`,
      thumbnailKey: `thumbnails/${newId()}.jpg`,
    };
    const id = await ground.dreamOf(person, keys);
    for (const key of Object.values(keys)) await ground.program.storage.put(key, new Uint8Array([1, 2]), '');
    await ground.program.storage.put(keys.thumbnailKey, new Uint8Array([1]), '');
    const stranger = ground.program.visitor({ accept: 'video/mp4' });
    const addresses = ['', '.mp4', '.jpg', '.jpg?size=small'].map((ending) => `/api/d/${id}${ending}`);
    const tags = new Map<string, Record<string, string>>();
    for (const address of addresses) {
      const answer = await stranger.get(address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
      tags.set(address, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect((await stranger.get(address, tags.get(address))).status).toBe(304);
      const since = { 'if-modified-since': answer.headers.get('last-modified') ?? '' };
      expect((await stranger.get(address, since)).status).toBe(304);
    }
    // Pages load the small poster first.
    const bytes = async (address: string) => (await (await stranger.get(address)).arrayBuffer()).byteLength;
    expect([await bytes(`/api/d/${id}.jpg?size=small`), await bytes(`/api/d/${id}.jpg`)]).toEqual([1, 2]);
    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    for (const address of addresses) {
      const answer = await stranger.get(address, tags.get(address));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'public, no-cache']);
    }
  });

  test('its prompts and sounds are public as captions, its film strip as a still, both while the link is open', async () => {
    const person = await ground.someone();
    const filmstripKey = `strips/${newId()}.jpg`;
    const id = await ground.dreamOf(person, { filmstripKey, durationMs: 9000 });
    await ground.program.storage.put(filmstripKey, new Uint8Array([7]), '');
    const { startedAt = 0 } =
      (await ground.program.db.orm.select().from(dreams).where(eq(dreams.id, id)))[0] ?? {};
    const said = [
      ['a calm sea', 0],
      ['never shown', null],
    ] as const;
    for (const [position, [text, second]] of said.entries()) {
      const shownAt = second === null ? null : (startedAt ?? 0) + second;
      const row = { dreamId: id, position, clientId: `p${position}`, text, sentAt: 1, frameId: 0, shownAt };
      await ground.program.db.orm.insert(dreamPrompts).values(row);
    }
    // As the painter says it, just before its picture.
    const text = inCodes(() => `${m.painter_sound_rain()}, ${m.painter_sound_wind()}`);
    const sound = { dreamId: id, position: 1, text, heardAt: (startedAt ?? 0) - 40 };
    await ground.program.db.orm.insert(dreamSounds).values(sound);
    const stranger = ground.program.visitor();
    const [captions, strip] = [`/api/d/${id}.vtt`, `/api/d/${id}.jpg?size=strip`];
    const answer = await stranger.get(captions);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'text/vtt; charset=utf-8',
      'public, no-cache',
    ]);
    const cue = '00:00:00.000 --> 00:00:06.000';
    const written = (words: string) => `WEBVTT\n\n${cue}\na calm sea\n\n${cue}\n${words}\n`;
    expect(await answer.text()).toBe(written('[rain, wind]'));
    const german = await stranger.get(captions, { 'accept-language': 'de' });
    expect(await german.text()).toBe(written('[Regen, Wind]'));
    expect(new Uint8Array(await (await stranger.get(strip)).arrayBuffer())).toEqual(new Uint8Array([7]));
    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    for (const address of [captions, strip]) expect((await stranger.get(address)).status, address).toBe(404);
  });

  test('the short address is the long one, and both say when the film is still awaited', async () => {
    const person = await ground.someone();
    const stranger = ground.program.visitor({ accept: 'text/html' });
    const id = await ground.dreamOf(person, { serverStatus: null, jobStatus: 'RUNNING', endedAt: null });
    const textOf = async (address: string) => (await stranger.get(address)).text();
    for (const address of [linkPath(id), `/api/d/${id}`]) {
      expect(await textOf(address)).toContain('This dream is still running.');
      expect(await textOf(address)).toContain(
        `<link rel="canonical" href="http://dreams.test${linkPath(id)}"`,
      );
    }
    await ground.program.db.orm.update(dreams).set({ serverStatus: 'PROCESSING' }).where(eq(dreams.id, id));
    expect(await textOf(linkPath(id))).toContain('This dream has just ended.');
    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    expect((await stranger.get(linkPath(id))).status).toBe(404);
    for (const odd of ['x', `${linkPath(id).slice(3)}a`])
      expect((await stranger.get(`/d/${odd}`)).status).toBe(404);
  });

  testOnce(
    'generic clients get the page with its tags; players and .mp4 requests get the video',
    async () => {
      const videoKey = `videos/${newId()}.mp4`;
      const id = await ground.dreamOf(await ground.someone(), { videoKey });
      await ground.program.storage.put(videoKey, new Uint8Array(100), '');
      const ask = ground.program.visitor({ accept: '*/*' });
      const page = await ask.get(`/api/d/${id}`, {
        'user-agent': 'some messenger of tomorrow',
        range: 'bytes=0-65535',
      });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
      expect(await page.text()).toContain(
        `<meta property="og:video" content="http://dreams.test/api/d/${id}.mp4"`,
      );
      expect(page.headers.get('vary')).toContain('Range');
      for (const [path, range, status] of [
        ['', 'bytes=0-', 206],
        ['', 'bytes=0-1', 206],
        ['.mp4', 'bytes=0-65535', 206],
        ['.mp4', '', 200],
      ] as const) {
        const answer = await ask.get(`/api/d/${id}${path}`, range ? { range } : {});
        expect([answer.status, answer.headers.get('content-type')], `${path} ${range}`).toEqual([
          status,
          'video/mp4',
        ]);
      }
      const typed = await ask.get(`/api/d/${id}.mp4`, { accept: 'text/html' });
      expect(typed.headers.get('content-type')).toBe('video/mp4');
    },
  );

  test('an operator closes and restores a link; its owner sees why and can’t open it in the meantime', async () => {
    const [person, admin] = [await ground.someone(), await ground.someone('admin')];
    const [id, other] = [await ground.dreamOf(person, { name: 'Fight night' }), await ground.dreamOf(person)];
    const stranger = ground.program.visitor();
    await send(
      ground.program.visitor({ accept: 'application/json' }, newId()),
      'POST',
      `/api/d/${id}/report`,
      { reason: 'violent', message: 'A fight' },
    );
    const ask = (body: object, who: Visitor = admin) => who.postJson('/api/admin/report-data', body);
    const reported = async () => {
      const { dreams } = await (await ask({ action: 'getReports' })).json();
      return dreams.find(({ session_id }: { session_id: string }) => session_id === id);
    };
    const { email } = (await person.person()) ?? { email: '' };
    expect(await reported()).toMatchObject({
      dream_name: 'Fight night',
      user_email: email,
      shared: true,
      taken_down: null,
      report_count: 1,
      reports: [{ reason: 'violent', message: 'A fight' }],
    });
    const decide = async (action: string, reason: string) => {
      const answer = await ask({ action, sessionId: id, reason });
      return [answer.status, await answer.json()];
    };
    expect((await decide('takeDown', ' '))[0]).toBe(400);
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    expect(await decide('takeDown', 'It shows violence.')).toEqual([200, { changed: true }]);
    expect(await decide('takeDown', 'Once more')).toEqual([200, { changed: false }]);
    for (const address of [`/api/d/${id}`, `/api/d/${id}.mp4`, `/api/d/${id}.jpg`])
      expect((await stranger.get(address)).status).toBe(404);
    expect(await reported()).toMatchObject({ shared: false, taken_down: { reason: 'It shows violence.' } });
    expect(await detailOf(person, id)).toMatchObject({ shared: false, taken_down: 'It shows violence.' });
    const share = await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: true });
    expect([share.status, (await share.json()).error]).toEqual([
      409,
      'The people who run this site have closed this dream’s link. Only you can watch it. Their reason: It shows violence.',
    ]);
    const many = await send(person, 'PATCH', '/api/sessions/sharing', {
      session_ids: [id, other],
      shared: true,
    });
    expect(await many.json()).toMatchObject({ changed_ids: [other], taken_down_ids: [id], missing_ids: [] });
    expect(await decide('putBack', 'We looked again.')).toEqual([200, { changed: true }]);
    expect((await stranger.get(`/api/d/${id}`)).status).toBe(200);
    const audit = await admin.postJson('/api/admin/audit-data', {
      action: 'getAudit',
      kind: 'admin',
      person: email,
    });
    expect((await audit.json()).entries.map(({ what }: { what: string }) => what)).toEqual([
      'Link reopened: “Fight night”: We looked again.',
      'Link closed: “Fight night”: It shows violence.',
    ]);
    const letters = (await readOutbox(ground.program.dataDir)).filter((mail) =>
      mail.includes(`To: ${email}`),
    );
    expect(letters.map((mail) => /Reason: (.*?)\r?\n/.exec(mail)?.[1])).toEqual(
      expect.arrayContaining(['It shows violence.', 'We looked again.']),
    );
    expect((await ask({ action: 'getReports' }, person)).status).toBe(403);
    const named = await (await ask({ action: 'getReports', sessionId: other })).json();
    expect(named.dreams[0]).toMatchObject({ session_id: other, report_count: 0, taken_down: null });
  });

  testOnce('the configured number of reporters closes a link until an operator has reviewed it', async () => {
    const [person, admin] = [await ground.someone(), await ground.someone('admin')];
    const id = await ground.dreamOf(person);
    const report = async (who: Visitor) =>
      (await send(who, 'POST', `/api/d/${id}/report`, { reason: 'other' })).status;
    const passer = (address: string) => ground.program.visitor({ accept: 'application/json' }, address);
    const isOpen = async () => (await ground.program.visitor().get(`/api/d/${id}`)).status === 200;
    const ask = async (body: object) => (await admin.postJson('/api/admin/report-data', body)).json();
    const reported = async () => (await ask({ action: 'getReports', sessionId: id })).dreams[0];
    const [loud, quiet] = [await ground.someone(), await ground.someone()];
    // A person or a network counts once.
    for (const who of [loud, loud, loud, passer('203.0.113.9'), passer('203.0.113.9')]) await report(who);
    expect(await isOpen()).toBe(true);
    expect(await report(quiet)).toBe(201);
    expect(await isOpen()).toBe(false);
    expect(await report(quiet)).toBe(404);
    expect(await reported()).toMatchObject({
      holds: [{ reason: expect.stringContaining('reported') }],
      taken_down: null,
      shared: false,
      report_count: 6,
      new_count: 6,
    });
    expect(await detailOf(person, id)).toMatchObject({
      taken_down: expect.stringContaining('will look at it'),
    });

    expect(await ask({ action: 'seen', sessionId: id })).toEqual({ changed: true });
    expect(await isOpen()).toBe(true);
    expect(await reported()).toMatchObject({ holds: [], taken_down: null, report_count: 6, new_count: 0 });
    // Decided reports no longer count.
    for (const who of [quiet, passer('203.0.113.10')]) await report(who);
    expect(await isOpen()).toBe(true);
    await report(loud);
    expect(await isOpen()).toBe(false);
    await ask({ action: 'takeDown', sessionId: id, reason: 'They are right.' });
    const letters = (await readOutbox(ground.program.dataDir)).filter((mail) => mail.includes(person.id));
    expect(letters).toEqual([]);
  });

  testOnce('a report is mailed to every admin, once an hour, and only admins see it', async () => {
    const [person, admin] = [await ground.someone(), await ground.someone('admin')];
    const id = await ground.dreamOf(person);
    const stranger = ground.program.visitor({ accept: 'application/json' }, newId());
    const report = (body: unknown, who: Visitor = stranger) => send(who, 'POST', `/api/d/${id}/report`, body);
    expect((await report({ reason: 'rude' })).status).toBe(400);
    expect((await report({ reason: 'other', message: 'x'.repeat(1001) })).status).toBe(400);
    ground.program.jobs.start();
    expect((await report({ reason: 'violent', message: 'It shows\na <b>fight</b>' })).status).toBe(201);
    expect((await report({ reason: 'other' })).status).toBe(201);
    expect((await detailOf(admin, id)).report_count).toBe(2);
    expect((await detailOf(person, id)).report_count).toBeUndefined();

    const { email } = (await admin.person()) ?? { email: '' };
    for (const to of ['keeper@example.com', email]) {
      const sent = async () =>
        (await readOutbox(ground.program.dataDir)).filter(
          (mail) => mail.includes(id) && mail.includes(`To: ${to}`),
        );
      await expect.poll(async () => (await sent()).length).toBe(1);
      expect((await sent())[0]).toContain('violent');
    }

    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    expect((await report({ reason: 'other' })).status).toBe(404);
    for (let more = 0; more < 10; more += 1) await report({ reason: 'other' });
    expect((await report({ reason: 'other' })).status).toBe(429);
  });
});
