import { z } from 'zod';
import { BLOCK_KINDS, type BlockKind } from '../../../auth/contract/block-kinds.ts';
import { personName } from '../../../auth/contract/schemas.ts';
import type { ApiToken } from '../../../auth/contract/tokens.ts';
import { AFTER_REFUND } from '../../../billing/contract/after-refund.ts';
import { emailAddress } from '../../../kit/email-address.ts';
import { m } from '../../../kit/texts/m.ts';
import { TIERS } from '../../../web/contract/tiers.ts';
import { id, moment, reason, words } from '../fields.ts';
import type { MailState } from '../mail-filter.ts';
import type { DreamRow } from '../sessions.ts';
import type { HistoryEntry, UserRow } from './people.ts';

/** POST /api/admin/person-data: everything about one user, and operators' decisions about them */
export const personDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getPerson'), userId: id }),
  z.strictObject({ action: z.literal('suspend'), userId: id, reason, until: moment }),
  z.strictObject({ action: z.literal('lift'), userId: id, reason }),
  z.strictObject({
    action: z.literal('giveStreams'),
    userId: id,
    streams: z.number().int().min(1, { error: m.admin_people_error_give_one }).max(1_000),
    reason,
  }),
  z.strictObject({
    action: z.literal('takeStreams'),
    userId: id,
    streams: z.number().int().min(1, { error: m.admin_people_error_take_one }).max(1_000),
    reason,
  }),
  z.strictObject({ action: z.literal('takePlan'), userId: id, reason }),
  z.strictObject({
    action: z.literal('givePlan'),
    userId: id,
    tier: z.enum(TIERS),
    until: moment,
    reason,
  }),
  z.strictObject({ action: z.literal('revokeTokens'), userId: id, reason }),
  z.strictObject({ action: z.literal('closeAccount'), userId: id, reason }),
  z.strictObject({ action: z.literal('exportData'), userId: id, reason }),
  z.strictObject({
    action: z.literal('correct'),
    userId: id,
    name: personName,
    email: emailAddress(m.admin_people_error_email),
    reason,
  }),
  z.strictObject({
    action: z.literal('erase'),
    userId: id,
    /** the user's address, typed to confirm */
    confirmation: words(254),
    reason,
  }),
  z.strictObject({ action: z.literal('getPayments'), userId: id }),
  z.strictObject({
    action: z.literal('refund'),
    userId: id,
    chargeId: id,
    /** fate of the subscription that the payment was for */
    subscription: z.enum(AFTER_REFUND).default('keep'),
    reason,
  }),
  z.strictObject({ action: z.literal('sendMailAgain'), mailId: id }),
  z.strictObject({
    action: z.literal('addNote'),
    userId: id,
    text: z
      .string()
      .trim()
      .min(1, { error: m.admin_people_error_note_empty })
      .max(2000)
      .regex(/^[^\0]*$/, { error: m.admin_forms_error_control_characters }),
    /** concerns other users too, so it isn't in the user's download */
    withheld: z.boolean().default(false),
  }),
]);
type PersonRequest = z.output<typeof personDataRequest>;
export type SuspendRequest = Extract<PersonRequest, { action: 'suspend' }>;
export type LiftRequest = Extract<PersonRequest, { action: 'lift' }>;
export type GiveStreamsRequest = Extract<PersonRequest, { action: 'giveStreams' }>;
export type TakeStreamsRequest = Extract<PersonRequest, { action: 'takeStreams' }>;
export type TakePlanRequest = Extract<PersonRequest, { action: 'takePlan' }>;
export type GivePlanRequest = Extract<PersonRequest, { action: 'givePlan' }>;
export type RevokeRequest = Extract<PersonRequest, { action: 'revokeTokens' }>;
export type CloseRequest = Extract<PersonRequest, { action: 'closeAccount' }>;
export type ExportRequest = Extract<PersonRequest, { action: 'exportData' }>;
export type CorrectRequest = Extract<PersonRequest, { action: 'correct' }>;
export type EraseRequest = Extract<PersonRequest, { action: 'erase' }>;
export type RefundRequest = Extract<PersonRequest, { action: 'refund' }>;
export type NoteRequest = Extract<PersonRequest, { action: 'addNote' }>;

/** POST /api/admin/block-data: addresses and networks that can't sign in */
export const blockDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getBlocks') }),
  z.strictObject({
    action: z.literal('addBlock'),
    kind: z.enum(BLOCK_KINDS),
    value: words(254).trim().min(1, { error: m.admin_people_error_block_empty }),
    reason,
    until: moment,
  }),
  z.strictObject({ action: z.literal('removeBlock'), id }),
  z.strictObject({
    action: z.literal('liftOutliving'),
    email: emailAddress(m.admin_people_error_email),
  }),
]);
export type AddBlockRequest = Extract<z.output<typeof blockDataRequest>, { action: 'addBlock' }>;

export interface PaymentsAnswer {
  payments: {
    id: string;
    /** `$5` */
    amount: string;
    /** the amount refunded so far */
    refunded: string | null;
    at: string;
    state: 'paid' | 'failed' | 'refunded' | 'disputed';
  }[];
}

/** The outcome of a refund and its consequences, in words. */
export interface RefundAnswer {
  ok: true;
  text: string;
}

export interface BlockRow {
  id: string;
  kind: BlockKind;
  value: string;
  reason: string;
  since: string;
  until: string;
  /** e-mail of the operator */
  by: string | null;
}
export interface BlocksAnswer {
  blocks: BlockRow[];
  /** active suspensions of erased accounts */
  outliving: number;
}

export interface PersonDream extends DreamRow {
  counted: boolean;
  deleted: boolean;
}
export interface PersonAnswer {
  user: UserRow & {
    suspended: { reason: string; until: string | null } | null;
    /** when an account closed by its owner will be erased */
    erasure_at: string | null;
  };
  plan: {
    used: number;
    /** null: unlimited */
    limit: number | null;
    /** the part of the limit that operators gave and can take away */
    given_streams: number;
    /** true if a plan was given that can be taken away */
    is_given: boolean;
    /** since when the user has the role, from what, and who granted it */
    since: string | null;
    /** end of a temporary plan */
    until: string | null;
    source: string | null;
    by: string | null;
    /** at Stripe; null if they never paid */
    subscription: { status: string; until: string; cancels: boolean } | null;
    stripe_customer: string | null;
  };
  dreams: { total: number; newest: PersonDream[] };
  mails: {
    id: string;
    subject: string;
    kind: string;
    state: MailState;
    error: string | null;
    /** text of a mail that can be sent again; null if it wasn't kept */
    text: string | null;
    at: string;
  }[];
  tokens: ApiToken[];
  sign_ins: { at: string; what: string; address: string | null; device: string | null }[];
  /** reports by this user, and reports of this user's dreams */
  reports: { made: number; received: number };
  history: HistoryEntry[];
  notes: { at: string; by: string | null; text: string; withheld: boolean }[];
}
