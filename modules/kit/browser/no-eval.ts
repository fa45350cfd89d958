import { z } from 'zod';

// zod probes whether it may compile code, which our CSP forbids and browsers report. On the server, where islands are
// also rendered, it may.
if (typeof document !== 'undefined') z.config({ jitless: true });
