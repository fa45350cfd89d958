import { EARLY_HEADER } from '../contract/schemas.ts';

/** Requests the dream while the page's files still load; the island takes over the answer (`islands/stream/api.ts`). */
export const earlyConnectScript =
  `var earlyConnect=fetch('/api/stream/connect',{method:'POST',cache:'no-store',
headers:{'Accept-Language':document.documentElement.lang,'${EARLY_HEADER}':'1'},signal:AbortSignal.timeout(10000)});
earlyConnect.catch(function(){})`.replaceAll('\n', '');
