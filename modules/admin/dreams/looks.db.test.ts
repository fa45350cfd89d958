import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../db/dialect.ts';
import { readOutbox } from '../../../tests/outbox.ts';
import { type BoardGround, type Someone, send, startBoardGround } from '../../dreams/testing/board-ground.ts';
import type { SessionCard } from '../contract/sessions.ts';

let ground: BoardGround;
let admin: Someone;
beforeAll(async () => {
  ground = await startBoardGround({ OPERATOR_LOOKS: 'mailed' });
  admin = await ground.someone('admin');
});
afterAll(() => ground.program.stop());

describe(`operators who open a dream on ${dialect}`, () => {
  test('must give a reason if so configured, which the audit keeps and the owner can read', async () => {
    const person = await ground.someone();
    const [id, open] = [
      await ground.dreamOf(person, { name: 'My own', thumbnailKey: 'own.jpg' }),
      await ground.dreamOf(person, { thumbnailKey: 'open.jpg' }),
    ];
    await send(person, 'PATCH', `/api/sessions/${id}/sharing`, { shared: false });
    const page = () => admin.get(`/session?session_id=${id}`, { accept: 'text/html' });
    const parts = async () =>
      Promise.all(
        ['', '/video', '/preview', '/poster', '/captions'].map(
          async (part) => (await admin.get(`/api/sessions/${id}${part}`)).status,
        ),
      );
    expect(await (await page()).text()).toContain('Please say why you want to see it');
    expect(await parts()).toEqual([403, 403, 403, 403, 403]);
    expect((await person.get(`/api/sessions/${id}`)).status).toBe(200);
    const { sessions } = await (
      await admin.postJson('/api/admin/session-data', { action: 'getAllSessions' })
    ).json();
    const stills = sessions.map((card: SessionCard) => [card.session_id, card.thumbnail_url]);
    expect(Object.fromEntries(stills)).toEqual({ [id]: null, [open]: `/api/sessions/${open}/thumbnail` });
    // A shared dream is open to everyone.
    expect((await admin.get(`/api/sessions/${open}`)).status).toBe(200);

    const give = (reason: string, who = admin) => who.postForm('/admin/look', { session_id: id, reason });
    expect((await give(' ')).status).toBe(400);
    expect((await give('Me, too', person)).headers.get('location')).toBe('/unauthorized');
    expect(await parts()).toEqual([403, 403, 403, 403, 403]);
    const given = await give('A report about it');
    expect([given.status, given.headers.get('location')]).toEqual([303, `/session?session_id=${id}`]);
    expect(await (await page()).text()).toContain('My own');
    expect((await parts()).filter((status) => status === 403)).toEqual([]);
    const { entries } = await (
      await admin.postJson('/api/admin/audit-data', { action: 'getAudit', page: 1, limit: 20, object: id })
    ).json();
    expect(entries.map(({ what }: { what: string }) => what)).toEqual([
      'Dream viewed: “My own”: A report about it',
    ]);
    const letters = (await readOutbox(ground.program.dataDir)).join('\n');
    expect(letters).toContain('An_operator_has_viewed_your_dream');
    expect(letters).toContain('A report about it');

    ground.program.clock.advance(61 * 60_000);
    expect(await (await page()).text()).toContain('Please say why you want to see it');
  });
});
