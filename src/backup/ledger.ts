import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { scheduleErasure } from '../../modules/account/account.ts';
import { createAccountLedger } from '../../modules/auth/auth.ts';
import { createDreamsLedger } from '../../modules/dreams/dreams.ts';
import { defineDaily } from '../../modules/jobs/contract/define-daily.ts';
import { createJobsStore } from '../../modules/jobs/jobs.ts';
import type { Clock } from '../../modules/kit/clock.ts';
import type { LedgerPart } from '../../modules/kit/ledger.ts';
import type { Log } from '../../modules/kit/log.ts';
import { backupDays } from '../../modules/kit/shared/backup-days.ts';
import { replaceFile } from '../../modules/kit/storage/replace-file.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { inCodes } from '../../modules/kit/texts/in-codes.ts';
import { createSeal, createTraces } from '../../modules/kit/traces.ts';
import { createMailLedger } from '../../modules/mail/mail.ts';
import type { Config } from '../config.ts';
import { openBackupBucket } from './bucket.ts';
import { type DueLedger, LEDGER_PREFIX, readDueLedger, removeDueLedger } from './due-ledger.ts';
import { ledgerSentences, noLedger, tooOld } from './ledger-sentences.ts';
import { backupFolder } from './settings.ts';

const DAY_MS = 24 * 3600_000;
/** A killed server loses at most this much of the ledger. */
const WRITE_INTERVAL_MS = 5 * 60_000;

interface Facts {
  /** In ms since the epoch, taken before reading the parts. */
  at: number;
  /** Facts by part name. */
  parts: Record<string, unknown>;
}

export type Ledger = ReturnType<typeof createLedger>;

export interface LedgerDeps {
  config: Config;
  db: Database;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Pick<Log, 'warn'>;
}

/**
 * Facts that no restore may undo (erasures, closures, blocks, take-downs), sealed in a file next to the backups. The
 * file name contains the time at which the database was created, so a new installation never overwrites another one's
 * ledger.
 */
export function createLedger({ config, db, clock, log }: LedgerDeps) {
  const seal = createSeal(config);
  const traceOf = createTraces(config);
  const queue = createJobsStore(db, clock);
  const dreams = createDreamsLedger({ db, traceOf }, queue);
  const accounts = createAccountLedger({ db, clock, traceOf }, (userId, erasureAt) =>
    scheduleErasure(queue, userId, erasureAt),
  );
  // Order matters: erasing an account also erases its dreams.
  const parts: LedgerPart[] = [dreams, accounts, createMailLedger(db)];
  /** Age limit of backups, plus one night's grace. */
  const since = () => clock.now() - (backupDays(config.BACKUP_DAYS) + 1) * DAY_MS;
  let timer: NodeJS.Timeout | null = null;
  let begun = 0;
  let written = 0;

  async function fileName(): Promise<string> {
    const [row] = await db.orm
      .select({ at: sql<number>`min(applied_at)`.mapWith(Number) })
      .from(sql`migrations`);
    return `${LEDGER_PREFIX}${row?.at}`;
  }

  async function write(): Promise<void> {
    const turn = ++begun;
    const ledger: Facts = { at: clock.now(), parts: {} };
    for (const part of parts) ledger.parts[part.name] = await part.read(since());
    const text = seal.seal(JSON.stringify(ledger));
    const name = await fileName();
    // A slow write, such as the first on a busy machine, must not replace what a later one has read.
    if (turn < written) return;
    written = turn;
    const folder = backupFolder(config);
    for (const dir of [config.DATA_DIR, ...(existsSync(folder) ? [folder] : [])])
      replaceFile(join(dir, name), text);
  }

  /** Finds the newest ledger of this database. @param bucket where copies of backups are stored */
  async function find(folders: string[], bucket: Storage | null): Promise<Facts | null> {
    const name = await fileName();
    const texts = folders
      .map((dir) => join(dir, name))
      .flatMap((path) => (existsSync(path) ? [readFileSync(path, 'utf8')] : []));
    const copy = await bucket?.open(name);
    if (copy) texts.push(await new Response(copy.stream as ReadableStream<Uint8Array<ArrayBuffer>>).text());
    const ledgers = texts.flatMap((text): Facts[] => {
      const opened = seal.open(text);
      return opened === null ? [] : [JSON.parse(opened)];
    });
    return ledgers.toSorted((a, b) => b.at - a.at)[0] ?? null;
  }

  /** Applies the newest ledger to a restored database. @returns sentences about what changed */
  async function apply({ madeAt, beside }: DueLedger): Promise<string[]> {
    const folders = [config.DATA_DIR, backupFolder(config), ...(beside === null ? [] : [beside])];
    const ledger = await find(folders, openBackupBucket(config));
    if (!ledger || ledger.at < Date.parse(madeAt)) return [inCodes(() => noLedger(madeAt))];
    // If the backup is older than the ledger's memory, dreams and accounts erased before that are unknown, and must not
    // come back open.
    const knowsAll = Date.parse(madeAt) >= since();
    const outcome = await db.patiently(() =>
      db.transact(async () => {
        const counts = [];
        for (const part of parts) counts.push(await part.restore(ledger.parts[part.name] as never, knowsAll));
        return Object.assign({}, ...counts);
      }),
    );
    return inCodes(() => {
      const said = ledgerSentences(outcome, ledger.at);
      return knowsAll ? said : [...said, tooOld(backupDays(config.BACKUP_DAYS))];
    });
  }

  const writePatiently = () => db.patiently(write);
  const warn = (error: unknown) => log.warn('the ledger was not written', { error });

  return {
    write: writePatiently,

    /**
     * Applies the ledger if a restore is waiting for it. If it is killed, the next start does it again.
     * @returns coded sentences: the set-up page shows them in each operator's language
     */
    async applyDue(): Promise<string[]> {
      const due = readDueLedger(config.DATA_DIR);
      if (!due) return [];
      const said = await apply(due);
      removeDueLedger(config.DATA_DIR);
      return said;
    },

    /** Writes the ledger and copies it to the backup bucket. */
    async copyOut(bucket: Storage | null): Promise<void> {
      await writePatiently();
      const name = await fileName();
      await bucket?.put(name, { path: join(config.DATA_DIR, name) }, 'application/octet-stream');
    },

    schedules: [defineDaily('forget-erased', '00:35', () => dreams.forget(since()))],

    start(): void {
      timer = setInterval(() => void writePatiently().catch(warn), WRITE_INTERVAL_MS);
      timer.unref();
      // Shutdown waits for running statements, so writes at start and stop use the short timeout of requests.
      void write().catch(warn);
    },

    async stop(): Promise<void> {
      if (timer === null) return;
      clearInterval(timer);
      await write().catch(warn);
    },
  };
}
