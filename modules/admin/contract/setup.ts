import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import type { Finding } from '../../kit/settings/finding.ts';
import { m } from '../../kit/texts/m.ts';
import { perTier } from '../../web/contract/tiers.ts';
import { CLASSIFIED_MAX, SETUP_PARTS } from './limits.ts';

const MAX_TEXT = 4000;

const part = z.enum(SETUP_PARTS);
/** Settings by name; null resets to the default. */
const changes = z.record(z.string().regex(/^[A-Z][A-Z0-9_]{1,60}$/), z.string().max(MAX_TEXT).nullable());
export type SettingChanges = z.infer<typeof changes>;

const price = z.string().max(12);
/** Monthly prices, as typed. */
const prices = z.strictObject({ currency: z.string().regex(/^[a-z]{3}$/i), ...perTier(() => price) });

/**
 * POST /api/admin/setup-data: the setup of the installation, checks of its parts, changes, and a restart to apply them
 */
export const setupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getParts') }),
  z.strictObject({ action: z.literal('test'), part, changes: changes.optional() }),
  z.strictObject({
    action: z.literal('sendTestMail'),
    changes: changes.optional(),
    to: emailAddress().optional(),
  }),
  z.strictObject({
    action: z.literal('classify'),
    text: z.string().trim().min(1, { error: m.admin_setup_error_classify }).max(CLASSIFIED_MAX),
    changes: changes.optional(),
  }),
  z.strictObject({ action: z.literal('save'), part, changes, basis: z.string().max(64) }),
  z.strictObject({ action: z.literal('restart'), waits: z.boolean() }),
  z.strictObject({ action: z.literal('seeStripe'), changes, prices }),
  z.strictObject({ action: z.literal('makeStripe'), changes, prices, basis: z.string().max(64) }),
]);
export type SetupDataRequest = z.infer<typeof setupDataRequest>;
export type SetupPartId = (typeof SETUP_PARTS)[number];

/** `secret-address`: an address that contains a password or key; `consent`: one fixed text, or nothing */
export type FieldKind = 'text' | 'secret' | 'secret-address' | 'choice' | 'consent';

/** A setting as a form field. */
export interface SetupField {
  name: string;
  label: string;
  /** its meaning, in words */
  doc: string;
  /** placeholder while it isn't set */
  shown: string;
  kind: FieldKind;
  choices?: string[];
  /** its value; empty if unset or secret */
  text: string;
  isSet: boolean;
  /** the environment sets it and takes precedence */
  isLocked: boolean;
  /** saved but not yet active */
  isPending: boolean;
  /** rarely needed */
  isRare: boolean;
}

/** A part of the setup: its state, and the settings that change it. */
export interface SetupPart {
  id: SetupPartId;
  title: string;
  /** nothing is missing for outside users */
  isSet: boolean;
  /** its state, in sentences without secrets */
  facts: string[];
  /** unset settings that most installations need, and why */
  missing: { names: string[]; why: string }[];
  fields: SetupField[];
  /** settings that suit this machine better */
  proposal?: { text: string; licence: { name: string; url: string }; settings: Record<string, string> };
}

/** The program's restart, which applies saved settings. */
export interface RestartState {
  /** id of one run of the program: a different one means it has restarted */
  run: string;
  /** names of settings that are saved but not yet active */
  pending: string[];
  /** false: it must be restarted by hand */
  isPossible: boolean;
  liveDreams: number;
  /** waiting for live dreams to end */
  isWaiting: boolean;
}

export interface VersionAnswer {
  version: string;
  /** its changes, one sentence each */
  news: string[];
  /** true if newer releases are checked for */
  asks: boolean;
  newer: { version: string; url: string } | null;
}

export interface SetupAnswer {
  version: VersionAnswer;
  parts: SetupPart[];
  /** the version of the settings that a change is based on */
  basis: string;
  /** why nothing can be changed here; null if it can */
  locked: string | null;
  /** settings that kept the program from starting and were reverted */
  refused: { at: string; why: string; names: string[] } | null;
  restart: RestartState;
}
export interface SetupTestAnswer {
  findings: Finding[];
}

/** Everything that selling needs at Stripe. */
export interface StripeAnswer {
  pieces: { text: string; state: 'there' | 'to make' | 'not possible' }[];
}
