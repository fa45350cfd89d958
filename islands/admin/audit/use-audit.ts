import { useCallback, useEffect, useRef, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '../../../modules/admin/limits.ts';
import type { AuditDataAnswer } from '../../../modules/admin/schemas.ts';
import { adminApi } from '../../api.ts';
import { utcOf } from '../sessions/session-query.ts';

/** The filter's fields as the form has them, dates as `datetime-local` writes them. */
export interface AuditFields {
  kind: string;
  person: string;
  after: string;
  before: string;
}
export const EMPTY_FIELDS: AuditFields = { kind: '', person: '', after: '', before: '' };

interface AuditQuery extends AuditFields {
  page: number;
  limit: number;
}

const NOTHING: AuditDataAnswer = { entries: [], totalCount: 0 };

/** One page of the audit, read when the view opens and whenever something else is asked for. */
export function useAudit() {
  const [query, setQuery] = useState<AuditQuery>({ ...EMPTY_FIELDS, page: 1, limit: DEFAULT_PAGE_SIZE });
  const [answer, setAnswer] = useState(NOTHING);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const running = useRef<AbortController>(undefined);

  const load = useCallback(async (asked: AuditQuery) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setQuery(asked);
    setState('loading');
    try {
      setAnswer(await adminApi<AuditDataAnswer>('audit-data', requestOf(asked), { signal: own.signal }));
      setState('shown');
    } catch (error) {
      if (own.signal.aborted) return;
      console.error('Failed to read the audit', error);
      setAnswer(NOTHING);
      setState('failed');
    }
  }, []);

  useEffect(() => {
    load({ ...EMPTY_FIELDS, page: 1, limit: DEFAULT_PAGE_SIZE });
    return () => running.current?.abort();
  }, [load]);

  return { query, ...answer, state, load };
}

function requestOf({ kind, person, after, before, page, limit }: AuditQuery) {
  return {
    action: 'getAudit',
    page,
    limit,
    ...(kind && { kind }),
    ...(person && { person }),
    ...(after && { after: utcOf(after) }),
    ...(before && { before: utcOf(before) }),
  };
}
