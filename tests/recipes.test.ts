import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Recipes of CONTRIBUTING that consist of an entry or two: the file, a place in it, and the lines to add there. */
const RECIPES: [file: string, before: string, added: string][] = [
  ['modules/auth/contract/tiers.ts', "'premium'", "'plus', "],
  [
    'modules/billing/contract/plans.ts',
    '  premium: {',
    `  plus: {
      id: 'plus', tier: 'plus', rank: 1.5, name: 'Plus', price: '$9', label: () => 'Plus Subscriber', status: () => 'Active',
      streams: null, keptDays: null,
    },
  `,
  ],
  [
    'modules/dreams/contract/report-reasons.ts',
    '  other: {',
    "  spam: { text: () => 'Spam', findsCopies: false, keepsEvidence: false },\n",
  ],
  [
    'modules/safety/contract/category-table.ts',
    '  illicit: {',
    "  drugs: { text: 'drugs', promptsFrom: 0.8, isMild: true, reportedAs: 'other', spellings: '' },\n",
  ],
  ['modules/mail/contract/mail-kinds.ts', "  | 'test'", "  | 'birthday'\n"],
  [
    'modules/admin/contract/audit-filter.ts',
    '  after: {',
    "  network: { kind: 'words', column: 'address', label: () => 'Network' },\n",
  ],
];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'recipes-'));
  for (const folder of ['src', 'islands', 'modules', 'db', 'tests', 'tsconfig.json', 'package.json'])
    await cp(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\/tests\/(\.results|browser|full-size|reports)$/.test(path),
    });
  for (const folder of ['node_modules', '.build']) await symlink(join(root, folder), join(copy, folder));
  for (const [file, before, added] of RECIPES) {
    const text = await readFile(join(copy, file), 'utf8');
    expect(text).toContain(before);
    await writeFile(join(copy, file), text.replace(before, added + before));
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('an entry in its table is all that a plan, a report reason, a safety category, a mail or an admin filter needs to compile', async () => {
  const product = {
    extends: './tsconfig.json',
    include: ['src', 'islands', 'modules', 'db', 'tests/shown-plans.tsx', 'tests/shown-filter.tsx'],
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/'],
  };
  await writeFile(join(copy, 'tsconfig.product.json'), JSON.stringify(product));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.product.json', '--checkers', '1'];
  const { stdout } = await run(process.execPath, args, { cwd: copy }).catch((error) => error);
  expect(stdout).toBe('');
});

test('a third plan is sold, shown, given and set up like the two', async () => {
  const args = ['tests/shown-plans.tsx', 'plus', 'price_plus'];
  const { stdout } = await run(process.execPath, args, { cwd: copy });
  expect(JSON.parse(stdout)).toEqual({
    shop: expect.stringMatching(/Basic .*\$5 .*Plus .*\$9 .*Premium .*\$30 /),
    ownersShop: expect.stringMatching(/Upgrade Your Plan .*Basic .*Plus Current Plan .*Premium UPGRADE /),
    ownersSettings: expect.stringContaining('Upgrade to Premium $30 per month'),
    help: expect.stringMatching(/Basic costs \$5 .* Plus costs \$9 per month .* Premium costs \$30 /),
    setUp: expect.stringContaining('Basic a month Plus a month Premium a month'),
    setUpCall: true,
    setUpFields: expect.arrayContaining(['Price of Basic', 'Price of Plus', 'Price of Premium']),
    gifts: expect.stringContaining('Basic Plus Premium'),
    atStripe: 'price_plus',
    refusal: 'Please select Premium to upgrade your plan.',
  });
});

test('an admin filter is in the URL, the request, the form, the query and the CSV file', async () => {
  const folder = join(copy, 'data');
  await mkdir(folder);
  const { stdout } = await run(process.execPath, ['tests/shown-filter.tsx', 'network', folder], {
    cwd: copy,
  });
  expect(JSON.parse(stdout)).toEqual({
    address: '/admin?view=audit&network=192.0.2.7',
    request: { action: 'getAudit', page: 1, limit: 20, network: '192.0.2.7' },
    form: expect.stringContaining('value="192.0.2.7"'),
    csv: { network: '192.0.2.7' },
    found: ['this'],
  });
});
