import { m } from '../../kit/texts/m.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { FilterOf, FilterTable } from './list-filter.ts';

const STATUSES = {
  PENDING: m.admin_dreams_filter_status_pending,
  RUNNING: m.admin_dreams_filter_status_running,
  DONE: m.admin_dreams_filter_status_done,
  FAILED: m.admin_dreams_filter_status_failed,
  'TIMEOUT NO CONNECTION': m.admin_dreams_filter_status_no_connection,
  ABORTED: m.admin_dreams_filter_status_aborted,
} as const satisfies Record<JobStatus, () => string>;

export const SESSION_FILTER = {
  jobStatus: {
    kind: 'choice',
    choices: STATUSES,
    unlisted: ['ABORTED'],
    label: m.admin_dreams_filter_status,
    all: m.admin_dreams_filter_status_all,
  },
  /** failed recordings, which are few */
  recording: {
    kind: 'choice',
    choices: { FAILED: m.admin_dreams_filter_recording_failed },
    label: m.admin_dreams_filter_recording,
    all: m.admin_dreams_filter_recording_all,
  },
  /** part of an id */
  rpJobId: { kind: 'words', label: m.admin_dreams_filter_job },
  workerId: { kind: 'words', column: 'workerId', label: m.admin_dreams_filter_worker },
  sessionAfter: {
    kind: 'moment',
    bound: 'from',
    group: m.admin_dreams_filter_dates,
    label: m.admin_dreams_filter_from,
  },
  sessionBefore: {
    kind: 'moment',
    bound: 'to',
    group: m.admin_dreams_filter_dates,
    label: m.admin_dreams_filter_to,
  },
  /** frames per second */
  minServerFps: {
    kind: 'number',
    column: 'serverFps',
    bound: 'from',
    group: m.admin_dreams_filter_server_fps,
    label: m.admin_dreams_filter_server_fps_min,
    placeholder: m.admin_dreams_filter_min,
  },
  maxServerFps: {
    kind: 'number',
    column: 'serverFps',
    bound: 'to',
    group: m.admin_dreams_filter_server_fps,
    label: m.admin_dreams_filter_server_fps_max,
    placeholder: m.admin_dreams_filter_max,
  },
  minClientFps: {
    kind: 'number',
    column: 'clientFps',
    bound: 'from',
    group: m.admin_dreams_filter_client_fps,
    label: m.admin_dreams_filter_client_fps_min,
    placeholder: m.admin_dreams_filter_min,
  },
  maxClientFps: {
    kind: 'number',
    column: 'clientFps',
    bound: 'to',
    group: m.admin_dreams_filter_client_fps,
    label: m.admin_dreams_filter_client_fps_max,
    placeholder: m.admin_dreams_filter_max,
  },
} as const satisfies FilterTable;

export type SessionFilter = FilterOf<typeof SESSION_FILTER>;
