import { ACTS } from '../../../modules/admin/contract/acts.ts';
import type { AuditDataAnswer } from '../../../modules/admin/contract/audit.ts';
import { AUDIT_KINDS, AUDIT_PAGE_SIZES, DEFAULT_PAGE_SIZE } from '../../../modules/admin/contract/limits.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type PageQuery, readPage, useListing, writePage } from '../listing.ts';
import { readLocal, utcOf } from '../sessions/session-query.ts';

/** Filter fields as the form holds them, with dates in `datetime-local` format. */
export interface AuditFields {
  kind: string;
  act: string;
  object: string;
  person: string;
  after: string;
  before: string;
}
export const EMPTY_FIELDS: AuditFields = { kind: '', act: '', object: '', person: '', after: '', before: '' };
const FIELDS = Object.keys(EMPTY_FIELDS) as (keyof AuditFields)[];

export interface AuditQuery extends AuditFields, PageQuery {}

const LISTING = {
  readAddress,
  addressOf,
  fetchPage: (query: AuditQuery, signal: AbortSignal) =>
    adminApi<AuditDataAnswer>('audit-data', requestOf(query), { signal }),
  nothing: { entries: [], totalCount: 0 } as AuditDataAnswer,
  what: 'Failed to read the audit',
};

/** One page of the audit. */
export const useAudit = () => useListing(LISTING);

function readAddress(search: string): AuditQuery {
  const params = new URLSearchParams(search);
  const kind = params.get('kind') ?? '';
  return {
    kind: AUDIT_KINDS.some((one) => one === kind) ? kind : '',
    act: ACTS.find((one) => one === params.get('act')) ?? '',
    object: params.get('object')?.trim() ?? '',
    person: params.get('person')?.trim() ?? '',
    after: readLocal(params.get('after') ?? ''),
    before: readLocal(params.get('before') ?? ''),
    ...readPage(params, AUDIT_PAGE_SIZES, DEFAULT_PAGE_SIZE),
  };
}

function addressOf(query: AuditQuery): string {
  const params = new URLSearchParams({ view: 'audit' });
  for (const field of FIELDS) if (query[field]) params.set(field, query[field]);
  writePage(params, query, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}

export function requestOf({ kind, act, object, person, after, before, page, limit }: AuditQuery) {
  return {
    action: 'getAudit',
    page,
    limit,
    ...(kind && { kind }),
    ...(act && { act }),
    ...(object && { object }),
    ...(person && { person }),
    ...(after && { after: utcOf(after) }),
    ...(before && { before: utcOf(before) }),
  };
}
