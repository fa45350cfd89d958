/** One field of the filter: how it is typed, which column of a dream it compares, and how the form labels it. */
type FilterField = {
  label: string;
  /** legend of the fields that stand together */
  group?: string;
  /** narrowest index with this column and the time of the request; of recordings and workers one for every mixture */
  index?: string;
} & (
  | { kind: 'status'; column: 'jobStatus' }
  /** recordings that failed, which are few */
  | { kind: 'recording'; column: 'serverStatus' }
  /** a part of an id; `isLowerCase` where the column holds no other letters */
  | { kind: 'words'; column: 'rpJobId' | 'workerId'; isLowerCase?: boolean }
  /** ms since the epoch, both ends included */
  | { kind: 'moment'; column: 'requestedAt'; bound: 'from' | 'to' }
  /** frames a second, both ends included */
  | { kind: 'fps'; column: 'serverFps' | 'clientFps'; bound: 'from' | 'to' }
);

/**
 * The fields of the session listing's filter. The call's schema, the query with its index, the page's address and the
 * form all follow from this table: another field is an entry here and, where no index has its column, an index.
 */
export const SESSION_FILTER = {
  jobStatus: { kind: 'status', column: 'jobStatus', label: 'Job Status', index: 'dreams_admin' },
  recording: {
    kind: 'recording',
    column: 'serverStatus',
    label: 'Recording',
    index: 'dreams_recordings_failed',
  },
  rpJobId: {
    kind: 'words',
    column: 'rpJobId',
    isLowerCase: true,
    label: 'RunPod Job ID',
    index: 'dreams_admin_jobs',
  },
  workerId: { kind: 'words', column: 'workerId', label: 'Worker ID', index: 'dreams_worker' },
  sessionAfter: { kind: 'moment', column: 'requestedAt', bound: 'from', group: 'Date Range', label: 'From' },
  sessionBefore: { kind: 'moment', column: 'requestedAt', bound: 'to', group: 'Date Range', label: 'To' },
  minServerFps: {
    kind: 'fps',
    column: 'serverFps',
    bound: 'from',
    group: 'Server FPS Range',
    label: 'Min server FPS',
    index: 'dreams_admin_speeds',
  },
  maxServerFps: {
    kind: 'fps',
    column: 'serverFps',
    bound: 'to',
    group: 'Server FPS Range',
    label: 'Max server FPS',
    index: 'dreams_admin_speeds',
  },
  minClientFps: {
    kind: 'fps',
    column: 'clientFps',
    bound: 'from',
    group: 'Client FPS Range',
    label: 'Min client FPS',
    index: 'dreams_admin_speeds',
  },
  maxClientFps: {
    kind: 'fps',
    column: 'clientFps',
    bound: 'to',
    group: 'Client FPS Range',
    label: 'Max client FPS',
    index: 'dreams_admin_speeds',
  },
} as const satisfies Record<string, FilterField>;

export type SessionField = keyof typeof SESSION_FILTER;
export const SESSION_FIELDS = Object.keys(SESSION_FILTER) as SessionField[];
/** Facts of a field, without the literals of its entry. */
export const sessionField = (name: SessionField): FilterField => SESSION_FILTER[name];
