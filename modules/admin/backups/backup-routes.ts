import type { Hono } from 'hono';
import { AppError, badRequest } from '../../kit/errors.ts';
import { jsonBody } from '../../kit/http/http.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppEnv } from '../../web/context.ts';
import {
  type BackupDataRequest,
  type BackupsAnswer,
  backupDataRequest,
  type UploadAnswer,
} from '../contract/backups.ts';
import { UPLOAD_PIECE_BYTES } from '../contract/limits.ts';
import type { AdminDeps } from '../deps.ts';
import type { AsAdmin } from '../operator.ts';

export const UPLOAD_PATH = '/api/admin/restore-upload';

/** Full backups: create, list, download, and restore on a new installation. */
export function registerBackupCalls(app: Hono<AppEnv>, deps: AdminDeps, admin: AsAdmin): void {
  const { auth, backups, rateLimits, store } = deps;

  const read = async (): Promise<BackupsAnswer> => ({
    ...(await backups.read()),
    isFresh: await store.isFresh(),
    restored: await backups.restored(),
  });
  async function assertFresh(): Promise<void> {
    if (await store.isFresh()) return;
    throw new AppError(409, 'not-fresh', m.admin_setup_error_not_fresh());
  }

  app.post('/api/admin/backup-data', async (c) => {
    const { person, audit } = admin(c);
    const asked = await jsonBody(c, backupDataRequest);
    if (asked.action === 'getBackups') return c.json(await read());
    await auth.requireOperatorProof(c, person);
    await rateLimits.take('setup', person.id);
    const detail = inCodes(() => auditText(asked));
    if (asked.action === 'restore') await assertFresh();
    await audit({ action: 'backup', userId: null, targetId: null, detail });
    if (asked.action === 'make') backups.begin();
    else if (asked.action === 'remove') await backups.remove(asked.name);
    else await backups.restore(asked.bytes);
    return c.json(await read());
  });

  app.post(UPLOAD_PATH, async (c) => {
    const { person } = admin(c);
    await auth.requireOperatorProof(c, person);
    await assertFresh();
    const at = Number(c.req.query('at'));
    if (!Number.isSafeInteger(at) || at < 0) throw badRequest(m.admin_setup_error_piece_at());
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length === 0 || bytes.length > UPLOAD_PIECE_BYTES)
      throw badRequest(m.admin_setup_error_piece_size({ max: UPLOAD_PIECE_BYTES }));
    if (deps.disk.room < bytes.length)
      throw new AppError(503, 'disk-full', m.admin_setup_error_no_space(), { retryAfter: 60 });
    return c.json({ at: await backups.addPiece(at, bytes) } satisfies UploadAnswer);
  });

  app.get('/api/admin/backups/:name', async (c) => {
    const { person, audit } = admin(c);
    await auth.requireOperatorProof(c, person);
    const name = c.req.param('name');
    const file = await backups.open(name);
    const detail = inCodes(() => m.admin_backups_audit_downloaded({ name }));
    await audit({ action: 'backup', userId: null, targetId: null, detail });
    return c.body(file.stream, 200, {
      'Content-Type': 'application/x-tar',
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  });
}

function auditText(asked: Exclude<BackupDataRequest, { action: 'getBackups' }>): string {
  if (asked.action === 'remove') return m.admin_backups_audit_removed({ name: asked.name });
  return asked.action === 'make' ? m.admin_backups_audit_made() : m.admin_backups_audit_restored();
}
