import { z } from 'zod';
import { STEPS } from './limits.ts';

/** POST /api/admin/figures-data: visitors, revenue and costs, by day, week (from Monday) or month, in UTC */
export const figuresDataRequest = z.strictObject({ action: z.literal('getFigures'), step: z.enum(STEPS) });

/** An amount in one currency, as text: `$35` */
export type Money = string;

export interface FiguresRow {
  /** first day of the period */
  from: string;
  sign_ups: number;
  /** active users */
  active: number;
  /** active users who signed up before the period */
  came_back: number;
  /** users who paid for the first time */
  new_payers: number;
  /** visitors who dreamed without an account; not among the users above */
  guests: number;
  /** guests who signed in and kept their dream */
  guests_kept: number;
  /** dreams that used GPU time */
  dreams: number;
  gpu_hours: number;
  /** in dollars; null if the price per hour isn't set */
  cost_usd: number | null;
  /** Stripe's revenue minus refunds, one per currency; null if Stripe didn't answer */
  paid: Money[] | null;
}

export interface FiguresAnswer {
  /** newest first; the first period isn't over */
  rows: FiguresRow[];
  /** true if plans are sold */
  sells: boolean;
  /** true if there are more payments than are searched */
  isCut: boolean;
}
