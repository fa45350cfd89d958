import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../db/database.ts';
import { createLog } from '../../modules/kit/log.ts';
import { startProgram } from '../../tests/program.ts';
import { LEDGER_PREFIX } from './due-ledger.ts';
import { createLedger } from './ledger.ts';

test('a slow write doesn’t replace what a later one has read', async () => {
  const program = await startProgram();
  const { config, clock, db, dataDir } = program;
  const gate = Promise.withResolvers<void>();
  const held = vi.fn(() => gate.promise);
  // The first write has read everything, and waits for the file's name.
  const orm = new Proxy(db.orm, {
    get(target, name) {
      if (name !== 'select') return Reflect.get(target, name);
      return (fields: Record<string, never> = {}) => {
        const select = Object.keys(fields).length > 0 ? target.select(fields) : target.select();
        if (Object.keys(fields).join() !== 'at' || held.mock.calls.length > 0) return select;
        return { from: (table: never) => held().then(() => select.from(table)) };
      };
    },
  });
  const slow: Database = { ...db, orm };
  const ledger = createLedger({ config, db: slow, clock, log: createLog('error', () => {}) });
  const file = () => {
    const [name = ''] = readdirSync(dataDir).filter((one) => one.startsWith(LEDGER_PREFIX));
    return readFileSync(join(dataDir, name), 'utf8');
  };
  const first = ledger.write();
  await vi.waitFor(() => expect(held).toHaveBeenCalledOnce());
  await ledger.write();
  const newest = file();
  gate.resolve();
  await first;
  expect(file()).toBe(newest);
  await ledger.write();
  expect(file()).not.toBe(newest);
  await program.stop();
});
