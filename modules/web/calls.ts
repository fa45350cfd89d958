import { wantsHtml } from '../kit/http/http.ts';
import type { AppContext } from './context.ts';

/**
 * API paths that people also open in the address bar: shared links, downloads that a page could not fetch, and the
 * documentation.
 */
const OPENED = /^\/api\/((d|download-video)\/|sessions\/archive$|docs$)/;

/** API callers get JSON whatever they accept; paths that people open get a page. */
export const isCall = (c: AppContext) =>
  c.req.path.startsWith('/api/') && !(OPENED.test(c.req.path) && wantsHtml(c));
