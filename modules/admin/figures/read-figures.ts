import { utcText } from '../../kit/clock.ts';
import type { FiguresAnswer, FiguresRow } from '../contract/figures.ts';
import type { Step } from '../contract/limits.ts';
import type { AdminDeps } from '../deps.ts';
import type { PeriodFigures } from '../queries/figures.ts';

const DAY_MS = 24 * 3600_000;
/** Rows per answer: a month of days, half a year of weeks, two years of months. */
const ROWS: Record<Step, number> = { day: 31, week: 26, month: 24 };
/** 1970 started on a Thursday. */
const MONDAY = 4;

type FiguresDeps = Pick<AdminDeps, 'store' | 'billing' | 'clock' | 'log' | 'usdPerHour'>;

/** Figures about visitors, revenue and costs. Past periods are read only once. */
export function createFigures({ store, billing, clock, log, usdPerHour }: FiguresDeps) {
  const over = new Map<string, PeriodFigures>();

  async function figuresOf(from: number, to: number): Promise<PeriodFigures> {
    const name = `${from} ${to}`;
    const known = over.get(name);
    if (known) return known;
    const found = await store.figuresOf(from, to);
    // Sessions are still updated, and dreams end, some time after their day.
    if (to + DAY_MS < clock.now()) over.set(name, found);
    return found;
  }

  return async function readFigures(step: Step): Promise<FiguresAnswer> {
    const starts = startsOf(step, clock.now());
    const [first = 0] = starts.toReversed();
    const income = await billing.income(first).catch((error: unknown) => {
      log.warn('payments not read', { error });
      return null;
    });
    const rows: FiguresRow[] = [];
    for (const [at, from] of starts.entries()) {
      const to = at === 0 ? endOf(step, from) : (starts[at - 1] ?? 0);
      const { signUps, active, cameBack, newPayers, guests, guestsKept, dreams, gpuSeconds } =
        await figuresOf(from, to);
      rows.push({
        from: utcText(from),
        sign_ups: signUps,
        active,
        came_back: cameBack,
        new_payers: newPayers,
        guests,
        guests_kept: guestsKept,
        dreams,
        gpu_hours: gpuSeconds / 3600,
        cost_usd: usdPerHour === null ? null : (gpuSeconds / 3600) * usdPerHour,
        paid: income?.between(from, to) ?? null,
      });
    }
    return { rows, sells: billing.sells, isCut: income?.isCut ?? false };
  };
}

/** Start times of the latest periods, in ms, newest first. */
export function startsOf(step: Step, now: number): number[] {
  const starts = [startOf(step, now)];
  while (starts.length < ROWS[step]) starts.push(startOf(step, (starts.at(-1) ?? 0) - 1));
  return starts;
}

function startOf(step: Step, at: number): number {
  const day = Math.floor(at / DAY_MS);
  if (step === 'day') return day * DAY_MS;
  if (step === 'week') return (day - ((day + 7 - MONDAY) % 7)) * DAY_MS;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function endOf(step: Step, from: number): number {
  if (step === 'month') return startOf('month', from + 32 * DAY_MS);
  return from + (step === 'day' ? 1 : 7) * DAY_MS;
}
