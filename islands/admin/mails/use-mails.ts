import { DEFAULT_PAGE_SIZE, MAIL_PAGE_SIZES, MAIL_STATES } from '../../../modules/admin/contract/limits.ts';
import type { MailsAnswer } from '../../../modules/admin/contract/mails.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { type PageQuery, readPage, useListing, writePage } from '../listing.ts';

/** Empty fields are not filtered. */
export interface MailQuery extends PageQuery {
  state: string;
  to: string;
}

export const FIRST_PAGE: MailQuery = { state: '', to: '', page: 1, limit: DEFAULT_PAGE_SIZE };

const LISTING = {
  readAddress,
  addressOf,
  fetchPage: ({ page, limit, state, to }: MailQuery, signal: AbortSignal) =>
    adminApi<MailsAnswer>(
      'mail-data',
      { action: 'getMails', page, limit, ...(state && { state }), ...(to && { to }) },
      { signal },
    ),
  nothing: { mails: [], totalCount: 0, jobs: [] } as MailsAnswer,
  what: 'Failed to read the mails',
};

/** One page of mails. */
export const useMails = () => useListing(LISTING);

function readAddress(search: string): MailQuery {
  const params = new URLSearchParams(search);
  return {
    state: MAIL_STATES.find((one) => one === params.get('state')) ?? '',
    to: params.get('to')?.trim() ?? '',
    ...readPage(params, MAIL_PAGE_SIZES, DEFAULT_PAGE_SIZE),
  };
}

function addressOf({ state, to, ...place }: MailQuery): string {
  const params = new URLSearchParams({ view: 'mails', ...(state && { state }), ...(to && { to }) });
  writePage(params, place, DEFAULT_PAGE_SIZE);
  return `${location.pathname}?${params}`;
}
