import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { testOnce } from '../../tests/long-test.ts';
import { readOutbox } from '../../tests/outbox.ts';
import { ORIGIN } from '../../tests/program.ts';
import { users } from '../auth/tables.ts';
import { COLLECTION_DREAMS_MAX, COLLECTIONS_MAX } from '../dreams/contract/limits.ts';
import { linkPath } from '../dreams/contract/short-link.ts';
import { collections, dreams } from '../dreams/tables.ts';
import {
  type BoardGround,
  hide,
  idsOf,
  pageOf,
  type Someone,
  send,
  startBoardGround,
} from '../dreams/testing/board-ground.ts';
import { newId } from '../kit/ids.ts';
import { handles, profiles } from './tables.ts';

let ground: BoardGround;
beforeAll(async () => {
  ground = await startBoardGround({ ADMIN_EMAILS: 'keeper@example.com' });
});
afterAll(() => ground.program.stop());

/** In parts, because databases limit the values in a statement. */
async function insert<T extends typeof collections | typeof dreams>(into: T, rows: T['$inferInsert'][]) {
  for (let at = 0; at < rows.length; at += 1000)
    await ground.program.db.orm.insert(into).values(rows.slice(at, at + 1000) as never);
}

const film = () => ({ videoKey: `videos/${newId()}.mp4`, durationMs: 9000, videoBytes: 2 });

async function create(person: Someone, name: string): Promise<string> {
  const answer = await send(person, 'POST', '/api/collections', { name });
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
}
const collect = (person: Someone, id: string, session_ids: string[], added = true) =>
  send(person, 'PATCH', `/api/collections/${id}/dreams`, { session_ids, added });
const read = async (person: Someone, id: string) =>
  (await (await person.get(`/api/collections/${id}`)).json()) as {
    collection: { count: number; shown: number; share_path: string | null };
    dreams: { session_id: string }[];
  };
const namesOf = async (person: Someone) =>
  (await (await person.get('/api/collections')).json()).collections.map(({ name }: { name: string }) => name);
const page = async (path: string) => {
  const answer = await ground.program.visitor({ accept: 'text/html' }).get(path);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const post = (person: Someone, path: string, form: Record<string, string>) =>
  person.send('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });

describe(`collections on ${dialect}`, () => {
  test('group dreams in an order of their own, and filter the board', async () => {
    const [person, other] = [await ground.someone(), await ground.someone()];
    const mine = [await ground.dreamOf(person), await ground.dreamOf(person), await ground.dreamOf(person)];
    const [a = '', b = '', c = ''] = mine;
    const theirs = await ground.dreamOf(other);
    const id = await create(person, ' Sea ');
    const second = await create(person, 'Woods');
    expect(await (await collect(person, id, [a, b, c, theirs])).json()).toEqual({
      added: true,
      changed_count: 3,
    });
    await collect(person, second, [a]);
    const order = async () => (await read(person, id)).dreams.map(({ session_id }) => session_id);
    expect(await order()).toEqual([c, b, a]);
    const move = (session_id: string, before: string | null) =>
      send(person, 'PATCH', `/api/collections/${id}/order`, { session_id, before });
    await move(a, c);
    expect(await order()).toEqual([a, c, b]);
    await move(a, null);
    expect(await order()).toEqual([c, b, a]);
    // More moves into one gap than a number has digits for.
    for (let n = 0; n < 60; n += 1) await move(n % 2 ? b : c, n % 2 ? c : b);
    expect([...(await order())].sort()).toEqual([...mine].sort());
    expect((await move(theirs, a)).status).toBe(404);

    expect(idsOf(await pageOf(person, `&collection=${second}`))).toEqual([a]);
    expect(idsOf(await pageOf(other, `&collection=${second}`))).toEqual([]);
    const containing = await send(person, 'POST', '/api/collections/containing', { session_ids: [a, b] });
    expect(await containing.json()).toMatchObject({
      total: 2,
      collections: [{ contained: 2 }, { contained: 1 }],
    });

    // A deleted dream returns to its place with its restoration.
    await hide(person, [b]);
    expect((await read(person, id)).collection.count).toBe(2);
    await send(person, 'PATCH', '/api/sessions/restore', { session_ids: [b] });
    expect((await read(person, id)).collection.count).toBe(3);
    await collect(person, id, [b], false);
    expect((await read(person, id)).collection.count).toBe(2);
    expect((await person.send('DELETE', `/api/collections/${id}`)).status).toBe(200);
    expect(idsOf(await pageOf(person))).toHaveLength(3);
    for (const path of [`/api/collections/${second}`, `/api/collections/${id}`])
      expect((await other.get(path)).status).toBe(404);
    expect((await collect(other, second, [theirs])).status).toBe(404);
  });

  test('have names that are unique however they are written, and limits that hold at once', async () => {
    const person = await ground.someone();
    const id = await create(person, 'Crème brûlée');
    const tried = async (name: unknown) => (await send(person, 'POST', '/api/collections', { name })).status;
    for (const name of ['creme  BRULEE', 'Crème\u200b brûlée', '\u202ecrème brûlée'])
      expect(await tried(name)).toBe(409);
    for (const name of ['', ' \u200b ', 'x'.repeat(81), 7, null]) expect(await tried(name)).toBe(400);
    const rivals = await Promise.all(Array.from({ length: 8 }, () => tried('One winner')));
    expect(rivals.sort()).toEqual([201, ...Array(7).fill(409)]);
    await create(person, '<b>&"\'</b> ]]>');
    const rename = await send(person, 'PATCH', `/api/collections/${id}`, { name: 'One winner' });
    expect((await rename.json()).code).toBe('name-taken');
    expect(await namesOf(person)).toEqual(['<b>&"\'</b> ]]>', 'Crème brûlée', 'One winner']);

    const row = { userId: person.id, createdAt: 1 };
    const many = Array.from({ length: COLLECTIONS_MAX }, (_, n) => ({
      ...row,
      id: newId(),
      name: `${n}`,
      nameKey: `n${n}`,
    }));
    await insert(collections, many);
    const refused = await send(person, 'POST', '/api/collections', { name: 'one more' });
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'too-many']);
    expect((await person.get('/collections')).status).toBe(200);
    await ground.program.db.orm.delete(collections).where(eq(collections.userId, person.id));

    const full = await create(person, 'Full');
    const started = Date.UTC(2026, 0);
    const rows = Array.from({ length: COLLECTION_DREAMS_MAX }, (_, n) => {
      const dreamId = newId();
      const times = {
        requestedAt: started,
        startedAt: started + n,
        endedAt: started + n,
        limitSeconds: 9,
        seed: 1,
      };
      return {
        id: dreamId,
        userId: person.id,
        rpJobId: `local-${dreamId}`,
        jobStatus: 'DONE' as const,
        ...times,
      };
    });
    await insert(dreams, rows);
    const all = { selection: { matching: { filter: 'all' }, as_of: Date.UTC(2100, 0) } };
    const answer = await send(person, 'PATCH', `/api/collections/${full}/dreams`, { ...all, added: true });
    expect(await answer.json()).toEqual({ added: true, changed_count: COLLECTION_DREAMS_MAX });
    const extra = [await ground.dreamOf(person), await ground.dreamOf(person)];
    const late = await Promise.all(extra.map(async (one) => (await collect(person, full, [one])).status));
    expect(late).toEqual([409, 409]);
  });

  test('are shared only by choice, show shared dreams only, and close at once', async () => {
    const person = await ground.someone();
    const name = '<script>&\u202e';
    const open = await ground.dreamOf(person, { ...film(), name });
    const closed = await ground.dreamOf(person, { ...film(), name: 'a secret', shared: false });
    const taken = await ground.dreamOf(person, { ...film(), name: 'taken', takenDownAt: 1 });
    const bare = await ground.dreamOf(person, { name: 'no film' });
    const id = await create(person, 'For <you>');
    await collect(person, id, [open, closed, taken, bare]);
    expect((await read(person, id)).collection).toMatchObject({ count: 4, shown: 1, share_path: null });
    const share = async (shared: boolean) =>
      (await (await send(person, 'PATCH', `/api/collections/${id}`, { shared })).json()).share_path as string;
    const path = await share(true);
    expect(await share(true)).toBe(path);
    const shown = await page(path);
    expect(shown.text).toContain('For &lt;you&gt;');
    expect(shown.text).toContain(linkPath(open));
    expect(shown.text).not.toMatch(/a secret|taken<|no film|<script>&/);
    expect(shown.headers.get('x-robots-tag')).toBe('noindex');
    await send(person, 'PATCH', `/api/sessions/${open}/sharing`, { shared: false });
    expect((await page(path)).text).not.toContain(linkPath(open));
    await share(false);
    expect((await page(path)).status).toBe(404);
    const again = await share(true);
    expect(again).not.toBe(path);
    await suspend(person.id, true);
    expect((await page(again)).status).toBe(404);
  });
});

const suspend = (id: string, is: boolean) =>
  ground.program.db.orm
    .update(users)
    .set({ suspendedAt: is ? 1 : null })
    .where(eq(users.id, id));

describe(`the player for other sites on ${dialect}`, () => {
  test('shows shared films, and nothing of a dream that is closed in any way', async () => {
    const person = await ground.someone();
    const name = '"><img src=x> \u202e';
    const id = await ground.dreamOf(person, { ...film(), name });
    const address = linkPath(id).replace('/d/', '/embed/');
    const shown = await page(`${address}?autoplay=1`);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(`src="/api/d/${id}.mp4"`);
    expect(shown.text).toMatch(/<video[^>]* autoplay=""[^>]* muted=""/i);
    expect(shown.text).not.toContain('<script');
    expect(shown.text).not.toContain('<img');
    expect((await page(address)).text).not.toMatch(/autoplay|muted/i);
    const policy = shown.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toContain('script-src');
    expect(shown.headers.get('x-frame-options')).toBeNull();
    expect(shown.headers.get('set-cookie')).toBeNull();
    expect(shown.headers.get('cache-control')).toBe('public, no-cache');
    for (const path of ['/', linkPath(id), '/dreamboard', '/embed', `${address}/more`, '/api/oembed']) {
      const { headers } = await page(path);
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options'), path).toBe('DENY');
    }

    const closings: Partial<typeof dreams.$inferInsert>[] = [
      { shared: false },
      { takenDownAt: 1 },
      { reportsHeldAt: 1 },
      { hiddenAt: 5 },
      { removedAt: 5 },
    ];
    const { orm } = ground.program.db;
    const oembed = `/api/oembed?url=${encodeURIComponent(ORIGIN + linkPath(id))}`;
    const gone = async (why: string) => {
      const { status, text, headers } = await page(address);
      expect([status, text.includes('<video'), text.includes('img src')], why).toEqual([404, false, false]);
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect((await page(oembed)).status, why).toBe(404);
    };
    for (const closing of closings) {
      await orm.update(dreams).set(closing).where(eq(dreams.id, id));
      await gone(JSON.stringify(closing));
      const opened = Object.fromEntries(
        Object.keys(closing).map((key) => [key, key === 'shared' ? true : null]),
      );
      await orm.update(dreams).set(opened).where(eq(dreams.id, id));
      expect((await page(address)).status).toBe(200);
    }
    await suspend(person.id, true);
    await gone('suspended');
    await suspend(person.id, false);
    await orm
      .update(users)
      .set({ erasureAt: Date.UTC(2100, 0) })
      .where(eq(users.id, person.id));
    await gone('leaving');
  });

  testOnce('is found by oEmbed, within the bounds of who asks', async () => {
    const person = await ground.someone();
    const name = 'A & B <c> \u0007 ]]> "q"';
    const id = await ground.dreamOf(person, { ...film(), name, posterKey: 'p', thumbnailKey: 't' });
    const origin = ORIGIN;
    const ask = (url: string, more = '') => page(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
    const link = origin + linkPath(id);
    const json = JSON.parse((await ask(link)).text);
    expect(json).toMatchObject({
      version: '1.0',
      type: 'video',
      width: 640,
      height: 404,
      thumbnail_width: 1280,
    });
    expect(json.html).toContain(`src="${link.replace('/d/', '/embed/')}"`);
    expect(json.html).toContain('title="A &amp; B &lt;c&gt;');
    const small = JSON.parse((await ask(link, '&maxwidth=500&maxheight=300')).text);
    expect(small.width).toBeLessThanOrEqual(500);
    expect(small.height).toBeLessThanOrEqual(300);
    expect(small.thumbnail_width).toBe(440);
    const { text: xml, headers } = await ask(link, '&format=xml');
    expect(headers.get('content-type')).toContain('text/xml');
    expect(xml).toContain('<title>A &amp; B &lt;c&gt;   ]]&gt; &quot;q&quot;</title>');
    expect((await page(linkPath(id))).text).toContain('application/json+oembed');
    for (const other of [
      `${origin}/embed/${linkPath(id).slice(3)}`,
      `${origin}/api/d/${id}.mp4`,
      `${link}?a#b`,
    ])
      expect((await ask(other)).status, other).toBe(200);

    const statuses: [string, number][] = [
      [`${origin}/session?session_id=${id}`, 401],
      [`${origin}/dreamboard`, 401],
      ['https://example.org/d/x', 404],
      [link.replace('//', '//evil@'), 404],
      [`${origin}.evil.example${linkPath(id)}`, 404],
      ['javascript:alert(1)', 404],
      ['not an address', 404],
      [`${origin}/d/${'x'.repeat(5000)}`, 404],
      [`${origin}/d/${newId()}`, 404],
    ];
    for (const [url, status] of statuses)
      expect([url.slice(0, 99), (await ask(url)).status]).toEqual([url.slice(0, 99), status]);
    expect((await ask(link, '&format=yaml')).status).toBe(501);
    expect((await ask(link, '&maxwidth=-1')).status).toBe(400);
    expect((await page('/api/oembed')).status).toBe(400);
  });
});

describe(`public profiles on ${dialect}`, () => {
  const edit = (person: Someone, form: Record<string, string>) => post(person, '/settings/profile', form);

  test('are off until their owner opens them, and vanish at once with a suspension', async () => {
    const person = await ground.someone();
    const shown = await ground.dreamOf(person, { ...film(), name: '<i>\u0008 ]]>' });
    const hidden = await ground.dreamOf(person, { ...film(), name: 'hidden', shared: false });
    const elsewhere = await ground.dreamOf(person, { ...film(), name: 'elsewhere' });
    const collection = await create(person, 'Shown');
    await collect(person, collection, [shown, hidden]);
    const form = { handle: '@Ada_99', name: 'Ada <b>', bio: 'x & y', collection };
    expect((await edit(person, form)).status).toBe(303);
    expect((await page('/@ada_99')).status).toBe(404);
    await edit(person, { ...form, open: 'yes' });
    const { text, headers } = await page('/@ADA_99');
    expect(text).toContain('Ada &lt;b&gt;');
    expect(text).toContain(linkPath(shown));
    expect(text).not.toMatch(/hidden<|elsewhere/);
    expect(text).toContain('/@ada_99/feed.xml');
    expect(text).not.toContain(linkPath(elsewhere));
    expect(headers.get('x-robots-tag')).toBe('noindex');

    const feed = await page('/@ada_99/feed.xml');
    expect(feed.headers.get('content-type')).toContain('application/rss+xml');
    expect(feed.text).toContain(`/api/d/${shown}.mp4" length="2" type="video/mp4"/>`);
    expect(feed.text).toContain('<title>&lt;i&gt;');
    for (const absent of ['\u0008', 'hidden', 'elsewhere']) expect(feed.text).not.toContain(absent);
    expect(feed.headers.get('vary')?.match(/Accept-Language/g)).toHaveLength(1);
    const etag = { 'if-none-match': feed.headers.get('etag') ?? '' };
    const stranger = ground.program.visitor();
    expect((await stranger.get('/@ada_99/feed.xml', { ...etag, 'accept-language': 'ar' })).status).toBe(200);
    expect((await stranger.get('/@ada_99/feed.xml', etag)).status).toBe(304);
    await send(person, 'PATCH', `/api/sessions/${shown}/sharing`, { shared: false });
    expect((await stranger.get('/@ada_99/feed.xml', etag)).status).toBe(200);
    await suspend(person.id, true);
    for (const path of ['/@ada_99', '/@ada_99/feed.xml']) expect((await page(path)).status).toBe(404);
  });

  test('have one owner for a handle and its look-alikes, also after a rename and until erasure', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => ground.someone()));
    const [first, second] = people as [Someone, Someone];
    const statuses = await Promise.all(
      people.map(async (one) => (await edit(one, { handle: 'modern_sea' })).status),
    );
    expect(statuses.sort()).toEqual([303, ...Array(5).fill(409)]);
    const [{ userId = '' } = {}] = await ground.program.db.orm
      .select()
      .from(profiles)
      .where(eq(profiles.handle, 'modern_sea'));
    const owner = people.find(({ id }) => id === userId) as Someone;
    const rival = owner === first ? second : first;
    for (const handle of ['modernsea', 'MODERN_SEA', 'modem_sea', 'm0dern_5ea'])
      expect((await edit(rival, { handle })).status, handle).toBe(409);
    for (const handle of [
      'ab',
      'x'.repeat(31),
      'аdа',
      'a b',
      '_ab',
      'a__b',
      'admin',
      'Adm1n',
      'reverie',
      'feed',
      'shit_head',
      '../x',
      'a\u200bbc',
    ])
      expect((await edit(rival, { handle })).status, handle).toBe(400);
    expect((await edit(owner, { handle: 'new_name', open: 'yes' })).status).toBe(303);
    expect((await page('/@modern_sea')).status).toBe(404);
    expect((await edit(rival, { handle: 'modern_sea' })).status).toBe(409);
    const [files] = [
      await ground.program.kit.db.orm.select().from(handles).where(eq(handles.userId, owner.id)),
    ];
    expect(files).toHaveLength(2);
  });

  testOnce('can be reported and closed by operators, whose reason the owner reads', async () => {
    const [person, operator] = [await ground.someone(), await ground.someone('admin')];
    await edit(person, { handle: 'rude_one', open: 'yes', bio: 'what a bio' });
    const visitor = ground.program.visitor({ accept: 'text/html', 'accept-language': 'de' });
    const reported = await visitor.send('POST', '/@rude_one/report', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        reason: 'hateful',
        message: 'look',
        contact: 'visitor@example.com',
      }).toString(),
    });
    expect(reported.status).toBe(201);
    const call = (body: object) => send(operator, 'POST', '/api/admin/profile-data', body);
    const listed = await (await call({ action: 'getProfiles' })).json();
    expect(listed.profiles).toMatchObject([{ user_id: person.id, handle: 'rude_one', bio: 'what a bio' }]);
    const closed = await call({ action: 'takeDown', userId: person.id, reason: 'Against our terms' });
    expect(await closed.json()).toEqual({ changed: true });
    expect((await page('/@rude_one')).status).toBe(404);
    await post(person, '/settings/profile/clear', {});
    await edit(person, { handle: 'rude_one', open: 'yes' });
    expect((await page('/@rude_one')).status).toBe(404);
    const form = await (await person.get('/settings/profile', { accept: 'text/html' })).text();
    expect(form).toContain('Against our terms');
    const toReporter = async () =>
      (await readOutbox(ground.program.dataDir)).filter((mail) => /^To:.*visitor@example\.com/im.test(mail));
    ground.program.jobs.start();
    ground.program.jobs.wake();
    await expect.poll(toReporter).toHaveLength(2);
    const toOperator = (await readOutbox(ground.program.dataDir)).find((mail) =>
      mail.includes('Subject: A public profile was reported'),
    );
    // Everything in the operator's language, including the date.
    expect(toOperator).toMatch(/decide by \w{3,} \d+, \d{4}/);
    await call({ action: 'putBack', userId: person.id, reason: 'A mistake' });
    expect((await page('/@rude_one')).status).toBe(200);
  });
});
