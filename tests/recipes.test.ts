import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

type Recipe = [file: string, before: string, added: string];

const PLANS = 'modules/billing/contract/plans.ts';
const CODECS = 'modules/protocol/codecs.ts';
const ENCODERS = ['modules/worker/diffusion/web/encoders.ts', 'modules/worker/video/encoders.ts'];

/** Recipes of CONTRIBUTING that consist of an entry or two: the file, a place in it, and the lines to add there. */
const RECIPES: Recipe[] = [
  ['modules/web/contract/tiers.ts', "'premium'", "'plus', "],
  [
    PLANS,
    '  premium: {',
    `  plus: {
      id: 'plus', tier: 'plus', name: 'Plus', price: '$9', label: () => 'Plus Subscriber', status: () => 'Active',
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
    "  drugs: { text: () => 'drugs', promptsFrom: 0.8, isMild: true, reportedAs: 'other', spellings: '' },\n",
  ],
  ['modules/mail/contract/mail-kinds.ts', "  | 'test'", "  | 'birthday'\n"],
  ['islands/admin/mails/mail-kind-texts.ts', '  test: m', "  birthday: () => 'Birthday',\n"],
  [
    'modules/admin/contract/audit-filter.ts',
    '  after: {',
    "  network: { kind: 'words', column: 'address', label: () => 'Network' },\n",
  ],
  [CODECS, 'h264: 1 }', 'av1: 2, '],
  [
    CODECS,
    '  [CODEC.h264]: {',
    `  [CODEC.av1]: {
    label: 'AV1',
    startsWith: [],
    tapeMarks: { key: 'A', delta: 'B' },
    video: {
      webCodec: 'av01.0.05M.08',
      decoder: 'libdav1d',
      readUnit: () => ({ set: null }),
      refersToLater: () => false,
      isCopied: false,
    },
  },
`,
  ],
  ...ENCODERS.map((file): Recipe => [file, '  [CODEC.h264]', '  [CODEC.av1]: null,\n']),
];

/** Names alone, which must be missed in these files and nowhere else. */
const NAMES: [...Recipe, missedIn: string[]][] = [
  ['modules/web/contract/tiers.ts', "'plus'", "'lite', ", [PLANS]],
  [CODECS, 'av1: 2', 'vp9: 3, ', [CODECS, ...ENCODERS]],
  ['modules/web/contract/person.ts', "'admin:read'", "'voice', ", ['modules/account/pages/api-tokens.tsx']],
  [
    'modules/painter/sound/voices.ts',
    '  owl: ',
    "  cuckoo: (seed) => createCalls(seed, 'owl'),\n",
    ['modules/painter/sound/captions.ts', 'modules/painter/sound/loudness.ts'],
  ],
  ['modules/worker/contract/settings.ts', "'krea'", "'cosmos', ", ['modules/worker/generators.ts']],
];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'recipes-'));
  for (const folder of [
    'src',
    'islands',
    'modules',
    'db',
    'public',
    'tests',
    'tsconfig.json',
    'package.json',
  ])
    await cp(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !/\/tests\/(\.results|browser|full-size|reports)$/.test(path),
    });
  for (const folder of ['node_modules', '.build']) await symlink(join(root, folder), join(copy, folder));
  for (const [file, before, added] of RECIPES) await insert(file, before, added);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

async function insert(file: string, before: string, added: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(before);
  await writeFile(join(copy, file), text.replace(before, added + before));
}

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
    request: { network: '192.0.2.7' },
    form: expect.stringContaining('value="192.0.2.7"'),
    csv: { network: '192.0.2.7' },
    found: ['this'],
  });
});

test('recipes compile, and names without their entries are missed there and nowhere else', async () => {
  for (const [file, before, added] of NAMES) await insert(file, before, added);
  const product = {
    extends: './tsconfig.json',
    include: ['src', 'islands', 'modules', 'db', 'tests/shown-plans.tsx', 'tests/shown-filter.tsx'],
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/'],
  };
  await writeFile(join(copy, 'tsconfig.product.json'), JSON.stringify(product));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.product.json', '--checkers', '1'];
  const { stdout } = await run(process.execPath, args, { cwd: copy }).catch((error) => error);
  const missedIn = NAMES.flatMap(([, , , files]) => files);
  expect(stdout.match(/^[^( ]+(?=\()/gm).sort(), stdout).toEqual(missedIn.sort());
});
