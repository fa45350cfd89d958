import { z } from 'zod';

// zod tries whether it may compile code, which our policy refuses and browsers report. The server renders islands
// too, and may.
if (typeof document !== 'undefined') z.config({ jitless: true });
