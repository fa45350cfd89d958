import { type Column, eq, getTableColumns, getTableName, is, Table } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { startProgram, type TestProgram } from '../../tests/program.ts';
import { readZip } from '../../tests/read-zip.ts';
import * as adminTables from '../admin/tables.ts';
import * as authTables from '../auth/tables.ts';
import * as billingTables from '../billing/tables.ts';
import * as dreamTables from '../dreams/tables.ts';
import * as helpTables from '../help/tables.ts';
import * as jobTables from '../jobs/tables.ts';
import * as mailTables from '../mail/tables.ts';
import * as nodeTables from '../nodes/tables.ts';
import * as profileTables from '../profiles/tables.ts';
import * as recordingTables from '../recordings/tables.ts';
import * as scoreTables from '../scores/tables.ts';
import * as securityTables from '../security-log/tables.ts';
import * as streamTables from '../stream/tables.ts';

/** Tables excluded from a person's download, with the reason. */
const NOT_IN_IT: Record<string, string> = {
  account_tokens: 'hashes of mailed links, for a week at most',
  content_keys: 'certificates of the site',
  dream_counts: 'counts of all dreams',
  dream_visitors: 'hashes of visitors, for a day: other people',
  dream_words: 'the dream’s own words once more, for searches',
  erased_dreams: 'codes that nobody can read, of dreams that are gone',
  email_links: 'hashes of sign-in links, for ten minutes',
  jobs: 'work of minutes, done from what the other tables say; who it was for goes with it',
  nodes: 'servers',
  node_messages: 'messages between servers, for seconds',
  operator_presence: 'an operator’s open page, and whose it is: other people',
  pending_identities: 'a sign-in that waits for its owner’s word, for ten minutes',
  rate_limits: 'counts of calls, for an hour at most',
  report_evidence: 'what the law has kept for the authorities, in which other people stand',
  runpod_jobs: 'rented machines and their cost',
  stripe_events: 'ids of events, without their content',
  suspension_traces: 'codes that nobody can read; the suspension itself is in the account',
  trial_traces: 'codes that nobody can read, of accounts that are gone',
  visitor_salts: 'a salt a day',
  worker_marks: 'machines',
  guest_days: 'numbers of guests a day',
  workers: 'machines',
};

const OTHERS = 'which operator it was: another person';
const SEARCHED = 'another column once more, as it is searched';
const COUNTER = 'bookkeeping of the program’s own work';

/** Columns excluded from the other tables, with the reason. */
const LEFT_OUT: Record<string, string> = {
  'account_changes.actor_id': OTHERS,
  'admin_actions.actor_id': OTHERS,
  'admin_actions.address': 'the operator’s network',
  'api_tokens.token_hash': 'a secret',
  'data_requests.created_by': OTHERS,
  'data_requests.done_by': OTHERS,
  'data_requests.reminded_at': COUNTER,
  'collections.name_key': SEARCHED,
  'dream_prompts.by_user_id': 'which watcher it was: another person',
  'dreams.claimed_at': COUNTER,
  'dreams.name_key': SEARCHED,
  'dreams.node': 'address of a server',
  'dreams.planned': COUNTER,
  'dreams.words_due': COUNTER,
  'login_sessions.challenge': 'a secret, for a minute',
  'login_sessions.challenge_until': 'of that secret',
  'login_sessions.token_hash': 'a secret',
  'mail_jobs.created_by': OTHERS,
  'mail_jobs.finished_at': 'of the mail to everybody; the person’s own moments are in it',
  'mail_jobs.state': 'of the mail to everybody; what became of the person’s is in it',
  'mail_opt_outs.address': 'a keyed code of the address, which is in it',
  'mail_recipients.position': COUNTER,
  'person_notes.actor_id': OTHERS,
  'person_notes.withheld': 'what is in it is not withheld',
  'security_events.bucket': COUNTER,
  'sign_in_blocks.created_by': OTHERS,
  'profile_reports.profile_id': 'whose profile it was: another person',
  'stripe_customers.creation_key': COUNTER,
  'stripe_customers.reading_written': COUNTER,
  'stripe_customers.readings_begun': COUNTER,
  'users.email_key': SEARCHED,
};

const MODULES = [
  ...[adminTables, authTables, billingTables, dreamTables, helpTables, jobTables, mailTables, nodeTables],
  ...[profileTables, recordingTables, scoreTables, securityTables, streamTables],
];
const TABLES = MODULES.flatMap((one) => Object.values(one).filter((value) => is(value, Table)));
const PERSONAL = TABLES.filter((table) => !Object.hasOwn(NOT_IN_IT, getTableName(table)));

const EMAIL = 'ada@example.com';
const DAY = 24 * 3600_000;
let program: TestProgram;
let userId: string;

beforeAll(async () => {
  program = await startProgram();
  const user = await program.accounts.createUser({ name: 'Ada', email: EMAIL, picture: null, role: 'user' });
  userId = user.id;
  await program.db.transact(async () => {
    for (const table of [authTables.users, dreamTables.dreams, dreamTables.collections]) await fill(table);
    for (const table of [mailTables.mailJobs, profileTables.profiles]) await fill(table);
    for (const table of [helpTables.helpConversations, ...PERSONAL]) await fill(table);
  });
});
afterAll(() => program.stop());

/** Values that tie rows to the person or to other rows. */
const TIES: Record<string, unknown> = {
  'collections.id': 'the-collection',
  'dreams.id': 'the-dream',
  'help_conversations.id': 'the-talk',
  'mail_jobs.id': 'the-mailing',
  'mail_jobs.translations': [],
  'sign_in_blocks.kind': 'email',
  'sign_in_blocks.value': EMAIL,
  'users.email': EMAIL,
  'users.deleted_at': null,
};
const LINKS: Record<string, string> = {
  collection_id: 'the-collection',
  conversation_id: 'the-talk',
  dream_id: 'the-dream',
  job_id: 'the-mailing',
};

/** A unique value, and its text in the download; null for a flag, which is tested by flipping it. */
function markOf(table: Table, column: Column, flags = false): { value: unknown; text: string | null } {
  const name = `${getTableName(table)}.${column.name}`;
  const order =
    PERSONAL.indexOf(table) * 100 + Object.values(getTableColumns(table)).indexOf(column as never);
  if (table === mailTables.mailOptOuts && column.name === 'address')
    return { value: program.kit.traceOf('opt-out', EMAIL), text: program.kit.traceOf('opt-out', EMAIL) };
  if (name in TIES) return { value: TIES[name], text: JSON.stringify(TIES[name]) };
  if (['user_id', 'profile_id'].includes(column.name) || column.name === 'created_by' || name === 'users.id')
    return { value: userId, text: null };
  const link = LINKS[column.name];
  if (link && name !== 'spent_streams.dream_id') return { value: link, text: null };
  if (column.dataType === 'boolean') return { value: flags, text: null };
  if (column.dataType === 'json') return { value: { mark: `mark ${name}` }, text: `mark ${name}` };
  // Sentences are columns of our own type.
  if (column.dataType === 'string' || column.getSQLType() === 'text')
    return { value: `mark ${name}`, text: `mark ${name}` };
  const isMoment = /(^|_)(at|until|start|end)$/.test(column.name);
  const value = isMoment ? Date.UTC(2001) + order * DAY : 5_000_000 + order;
  if (name === 'active_days.day')
    return { value: order, text: new Date(order * DAY).toISOString().slice(0, -1) };
  return { value, text: isMoment ? new Date(value).toISOString().slice(0, -1) : `: ${value}` };
}

const filled = new Set<Table>();

async function fill(table: Table): Promise<void> {
  if (filled.has(table)) return;
  filled.add(table);
  const row = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [key, markOf(table, column).value]),
  );
  const { orm } = program.db;
  const into = table as typeof authTables.users;
  if (table === authTables.users) await orm.update(into).set(row).where(eq(into.id, userId));
  else await orm.insert(into).values(row as never);
}

async function download(): Promise<string> {
  const bytes = await new Response(program.account.exportOf(userId)).arrayBuffer();
  return [...readZip(new Uint8Array(bytes)).values()].map((one) => new TextDecoder().decode(one)).join('\n');
}

describe(`the download, on ${dialect}`, () => {
  test('contains every column with personal data, or a reason why not', async () => {
    const text = await download();
    const missing: string[] = [];
    const needless: string[] = [];
    for (const table of PERSONAL) {
      for (const column of Object.values(getTableColumns(table)) as Column[]) {
        const name = `${getTableName(table)}.${column.name}`;
        const mark = markOf(table, column).text;
        if (mark === null) continue;
        const isIn = text.includes(mark);
        if (!isIn && !(name in LEFT_OUT)) missing.push(name);
        if (isIn && name in LEFT_OUT) needless.push(name);
      }
    }
    expect({ missing, needless }).toEqual({ missing: [], needless: [] });
    for (const name of [...Object.keys(LEFT_OUT), ...Object.keys(NOT_IN_IT)])
      expect(TABLES.map(getTableName), name).toContain(name.split('.')[0]);
  });

  test('changes with every flag of a person, except for withheld notes', async () => {
    const { orm } = program.db;
    const before = await download();
    for (const table of PERSONAL) {
      for (const [key, column] of Object.entries(getTableColumns(table))) {
        if (column.dataType !== 'boolean' || `${getTableName(table)}.${column.name}` in LEFT_OUT) continue;
        const turned = table as typeof authTables.users;
        await orm.update(turned).set({ [key]: true });
        expect(await download(), `${getTableName(table)}.${column.name}`).not.toBe(before);
        await orm.update(turned).set({ [key]: false });
      }
    }
  });

  test('contains operators’ notes and views, but no withheld notes and no operator’s name', async () => {
    const { orm } = program.db;
    const { personNotes, adminActions } = adminTables;
    await orm.insert(personNotes).values([
      { id: 'open', userId, at: 1, actorId: 'operator-7', text: 'asked for an invoice', withheld: false },
      { id: 'kept', userId, at: 2, actorId: 'operator-7', text: 'her neighbour complained', withheld: true },
    ]);
    const look = { actorId: 'operator-7', userId, address: '192.0.2.7', targetId: 'the-dream' };
    await orm.insert(adminActions).values([
      { ...look, id: 'look', at: 3, action: 'look', detail: '“Whales”: a report of it' },
      { ...look, id: 'evidence', at: 4, action: 'evidence', detail: 'opened for the police' },
    ]);
    const text = await download();
    expect(text).toContain('asked for an invoice');
    expect(text).toContain('“Whales”: a report of it');
    expect(text).not.toMatch(/neighbour complained|opened for the police|operator-7|192\.0\.2\.7/);
  });
});
