import { m } from '../../kit/texts/m.ts';

/** A field of the filter: its type, the dream column that it compares, and its form label. */
type FilterField = {
  label: () => string;
  /** legend of a group of fields */
  group?: () => string;
  /**
   * narrowest index with this column and the request time; recordings and workers share one index for every combination
   */
  index?: string;
} & (
  | { kind: 'status'; column: 'jobStatus' }
  /** failed recordings, which are few */
  | { kind: 'recording'; column: 'serverStatus' }
  /** part of an id; `isLowerCase` if the column has only lower-case letters */
  | { kind: 'words'; column: 'rpJobId' | 'workerId'; isLowerCase?: boolean }
  /** ms since the epoch, both ends included */
  | { kind: 'moment'; column: 'requestedAt'; bound: 'from' | 'to' }
  /** frames per second, both ends included */
  | { kind: 'fps'; column: 'serverFps' | 'clientFps'; bound: 'from' | 'to' }
);

/**
 * Fields of the session list's filter. The call's schema, the query and its index, the page's URL and the form all
 * follow from this table. A new field is an entry here and, if no index has its column, an index.
 */
export const SESSION_FILTER = {
  jobStatus: {
    kind: 'status',
    column: 'jobStatus',
    label: m.admin_dreams_filter_status,
    index: 'dreams_admin',
  },
  recording: {
    kind: 'recording',
    column: 'serverStatus',
    label: m.admin_dreams_filter_recording,
    index: 'dreams_recordings_failed',
  },
  rpJobId: {
    kind: 'words',
    column: 'rpJobId',
    isLowerCase: true,
    label: m.admin_dreams_filter_job,
    index: 'dreams_admin_jobs',
  },
  workerId: {
    kind: 'words',
    column: 'workerId',
    label: m.admin_dreams_filter_worker,
    index: 'dreams_worker',
  },
  sessionAfter: {
    kind: 'moment',
    column: 'requestedAt',
    bound: 'from',
    group: m.admin_dreams_filter_dates,
    label: m.admin_dreams_filter_from,
  },
  sessionBefore: {
    kind: 'moment',
    column: 'requestedAt',
    bound: 'to',
    group: m.admin_dreams_filter_dates,
    label: m.admin_dreams_filter_to,
  },
  minServerFps: {
    kind: 'fps',
    column: 'serverFps',
    bound: 'from',
    group: m.admin_dreams_filter_server_fps,
    label: m.admin_dreams_filter_server_fps_min,
    index: 'dreams_admin_speeds',
  },
  maxServerFps: {
    kind: 'fps',
    column: 'serverFps',
    bound: 'to',
    group: m.admin_dreams_filter_server_fps,
    label: m.admin_dreams_filter_server_fps_max,
    index: 'dreams_admin_speeds',
  },
  minClientFps: {
    kind: 'fps',
    column: 'clientFps',
    bound: 'from',
    group: m.admin_dreams_filter_client_fps,
    label: m.admin_dreams_filter_client_fps_min,
    index: 'dreams_admin_speeds',
  },
  maxClientFps: {
    kind: 'fps',
    column: 'clientFps',
    bound: 'to',
    group: m.admin_dreams_filter_client_fps,
    label: m.admin_dreams_filter_client_fps_max,
    index: 'dreams_admin_speeds',
  },
} as const satisfies Record<string, FilterField>;

export type SessionField = keyof typeof SESSION_FILTER;
export const SESSION_FIELDS = Object.keys(SESSION_FILTER) as SessionField[];
/** A field's properties, without the literal types of its entry. */
export const sessionField = (name: SessionField): FilterField => SESSION_FILTER[name];
