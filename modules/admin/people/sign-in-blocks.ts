import { type BlockKind, MAX_BLOCK_DAYS } from '../../auth/contract/block-kinds.ts';
import { utcText } from '../../kit/clock.ts';
import { AppError, badRequest, notFound } from '../../kit/errors.ts';
import { momentText } from '../../kit/shared/dates.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import type { AddBlockRequest, BlocksAnswer } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

const DAY_MS = 24 * 3600_000;

const FORMS = {
  email: m.admin_people_error_block_email,
  domain: m.admin_people_error_block_domain,
  network: m.admin_people_error_block_network,
} as const;

export async function readBlocks({ auth, store }: Pick<AdminDeps, 'auth' | 'store'>): Promise<BlocksAnswer> {
  const [blocks, outliving] = await Promise.all([auth.listBlocks(), auth.countOutlivingSuspensions()]);
  const emails = await store.emailsOf([...new Set(blocks.map(({ createdBy }) => createdBy))]);
  return {
    blocks: blocks.map(({ createdAt, createdBy, until, ...block }) => ({
      ...block,
      since: utcText(createdAt),
      until: utcText(until),
      by: emails.get(createdBy) ?? null,
    })),
    outliving,
  };
}

/** Lifts the suspension of an erased account, which can only be found by its user's address. @throws AppError 404 */
export async function liftOutliving(
  { auth }: Pick<AdminDeps, 'auth'>,
  { decide }: Pick<Operator, 'decide'>,
  email: string,
): Promise<void> {
  await decide(async () => {
    if ((await auth.liftOutliving(email)) === 0)
      throw new AppError(404, 'not-found', m.admin_people_error_no_outliving());
    // Without the address, since nothing here may name an erased user.
    const detail = inCodes(m.admin_people_outliving_audit);
    return { act: { action: 'lift', userId: null, targetId: null, detail } };
  });
}

/**
 * Blocks future sign-ins only. Users who are signed in stay signed in: suspend their accounts instead.
 * @throws AppError 400 for an invalid value or a past end, 409 if it would lock the operator out
 */
export async function addBlock(
  { auth, store, clock }: Pick<AdminDeps, 'auth' | 'store' | 'clock'>,
  { person, address, decide }: Pick<Operator, 'person' | 'address' | 'decide'>,
  { kind, value: typed, reason, until: asked }: AddBlockRequest,
): Promise<void> {
  const value = auth.blockValue(kind, typed);
  if (value === null) throw badRequest(FORMS[kind]());
  if (asked && asked <= clock.now()) throw badRequest(m.admin_people_error_end_past());
  const until = Math.min(asked ?? Number.POSITIVE_INFINITY, clock.now() + MAX_BLOCK_DAYS * DAY_MS);
  if (auth.isBlockedBy({ kind, value }, { email: person.email, address }))
    throw new AppError(409, 'own-way', m.admin_people_error_lockout());
  await decide(async () => {
    await auth.addBlock({ kind, value, reason, until, createdBy: person.id });
    const detail = inCodes(() => m.admin_people_block_audit_until({ until: momentText(until), reason }));
    return {
      act: {
        action: 'block',
        userId: await personBehind(store, kind, value),
        targetId: null,
        // Erasure finds the line by its beginning.
        detail: `${kind} ${value} ${detail}`,
      },
    };
  });
}

/** The user whose erasure removes the block's reason from the audit. */
const personBehind = async ({ findUserByEmail }: AdminDeps['store'], kind: BlockKind, value: string) =>
  kind === 'email' ? findUserByEmail(value) : null;

/** @throws AppError 404 */
export async function removeBlock(
  { auth, store }: Pick<AdminDeps, 'auth' | 'store'>,
  { decide }: Pick<Operator, 'decide'>,
  id: string,
): Promise<void> {
  await decide(async () => {
    const block = await auth.removeBlock(id);
    if (!block) throw notFound(m.admin_people_error_no_block());
    const { kind, value } = block;
    const detail = `${kind} ${value}`;
    return {
      act: { action: 'unblock', userId: await personBehind(store, kind, value), targetId: null, detail },
    };
  });
}
