import { utcText } from '../../kit/clock.ts';
import { AppError, badRequest } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { ANSWER_DAYS, REQUEST_KINDS } from '../contract/people/request-kinds.ts';
import type { AddRequest, AnswerRequest, RequestRow, RequestsAnswer } from '../contract/people/requests.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';
import type { DataRequest } from '../queries/requests.ts';

const DAY_MS = 24 * 3600_000;
const ANSWERED = 50;

/** Open requests, and the most recently answered. */
export async function readRequests({ store }: Pick<AdminDeps, 'store'>): Promise<RequestsAnswer> {
  const [open, done] = await Promise.all([store.openRequests(), store.answeredRequests(ANSWERED)]);
  const present = ({ request }: { request: DataRequest }): RequestRow => ({
    id: request.id,
    kind: request.kind,
    person: request.person,
    user_id: request.userId,
    wish: request.wish,
    received_at: utcText(request.receivedAt),
    due_at: utcText(request.dueAt),
    done_at: utcText(request.doneAt),
    answer: request.answer,
  });
  return { open: open.map(present), done: done.map(present) };
}

/** Adds a request, due from the day it arrived. @throws AppError 400 for a future day */
export async function addRequest(
  { store, clock }: Pick<AdminDeps, 'store' | 'clock'>,
  { decide, person: operator }: Pick<Operator, 'decide' | 'person'>,
  { kind, person, wish, receivedAt = clock.now() }: AddRequest,
): Promise<void> {
  if (receivedAt > clock.now()) throw badRequest(m.admin_requests_error_future());
  const id = newId();
  const userId = await store.findUserByEmail(person);
  const dueAt = receivedAt + ANSWER_DAYS * DAY_MS;
  const made = { id, kind, person, userId, wish, receivedAt, dueAt, createdBy: operator.id };
  const open = { remindedAt: null, doneAt: null, answer: null, doneBy: null };
  await decide(async () => {
    await store.addRequest({ ...made, ...open });
    const detail = inCodes(() => m.admin_requests_audit_received({ kind: REQUEST_KINDS[kind]() }));
    return { act: { action: 'request', userId, targetId: id, detail } };
  });
}

/** @throws AppError 409 if it doesn't exist or was already answered */
export async function answerRequest(
  { store, clock }: Pick<AdminDeps, 'store' | 'clock'>,
  { decide, person }: Pick<Operator, 'decide' | 'person'>,
  { requestId, answer }: AnswerRequest,
): Promise<void> {
  await decide(async () => {
    const done = { doneAt: clock.now(), doneBy: person.id, answer };
    const answered = await store.answerRequest(requestId, done);
    if (!answered) throw new AppError(409, 'answered', m.admin_requests_error_answered());
    const { userId, kind } = answered;
    const detail = inCodes(() => m.admin_requests_audit_answered({ kind: REQUEST_KINDS[kind]() }));
    return { act: { action: 'request', userId, targetId: requestId, detail } };
  });
}
