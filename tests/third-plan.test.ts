import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';

test('a third plan between the two is a name, an entry of the table and its price', async () => {
  const env = { ...process.env, SQLITE_TEMPLATE: inject('sqliteTemplate') };
  const args = [join(import.meta.dirname, 'third-plan.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(seen.shop).toMatch(/Basic .*\$5 .*Plus .*\$12 .*Premium .*\$30 /);
  expect(seen.shopOfBuyer).toMatch(/Upgrade Your Plan .*Basic .*Plus Current Plan .*Premium UPGRADE /);
  expect(seen.settingsOfBuyer).toContain('Upgrade to Premium $30 per month');
  expect(seen).toMatchObject({
    usage: { canStream: true, isBasic: false, limit: null },
    upgrade: 200,
    climber: 'plus',
    back: 'Please select Premium to upgrade your plan.',
    best: 200,
  });
});
