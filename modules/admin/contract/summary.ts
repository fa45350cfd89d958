import { z } from 'zod';
import type { FpsData } from '../../dreams/contract/schemas.ts';
import { m } from '../../kit/texts/m.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, { error: m.admin_figures_error_day })
  .refine((value) => !Number.isNaN(Date.parse(value)), { error: m.admin_figures_error_day });

/** POST /api/admin/summary-data. Days have no time zone, so the answer has an extra one at each end. */
export const summaryDataRequest = z.strictObject({
  action: z.literal('getSummaryData'),
  startDate: day,
  endDate: day,
});

export interface StatusRow {
  status: JobStatus;
  /** start of a quarter hour, UTC; of an hour for ranges from five weeks, and the middle of a day from 200 days */
  date: string;
  count: number;
}
export interface GrowthRow {
  /** a UTC day; the figures are as of its end */
  date: string;
  total_users: number;
  subscribed_users?: number | null;
}
export interface FpsRow {
  date: string;
  session_id: string;
  fps: number | null;
  client_fps: number | null;
  job_status: JobStatus;
  rp_worker_id: string | null;
  rp_job_id: string | null;
  user_id: string | null;
  fps_data: FpsData | null;
  client_fps_data: FpsData | null;
  pcie_data: { h2d: number; d2h: number } | null;
}
export interface SummaryAnswer {
  sessionStatus: StatusRow[];
  userGrowth: GrowthRow[];
  fpsData: FpsRow[];
  /** number of rows that fpsData was sampled from */
  sampledFrom: number;
}
