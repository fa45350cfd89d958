import { z } from 'zod';
import {
  accessAnswer,
  clientFpsRequest,
  connectAnswer,
  connectRequest,
  endRequest,
  statusAnswer,
} from '../../stream/contract/schemas.ts';
import type { Calls } from '../call.ts';

const stream = { scope: 'stream' } as const;

/** Live dreams. */
export const STREAM: Calls = {
  'GET /api/stream/check-access': {
    ...stream,
    summary: 'How many dreams you have left.',
    answer: accessAnswer,
  },
  'POST /api/stream/connect': {
    ...stream,
    summary:
      'Starts a dream, or finds the one that is live. Repeat it every 2 seconds until `ready` is true, then open `websocketUrl` within 30 seconds.',
    body: connectRequest,
    answer: connectAnswer,
  },
  'GET /api/stream/status': {
    ...stream,
    summary: 'The state of a dream.',
    query: z.object({ sessionId: z.string() }),
    answer: statusAnswer,
  },
  'POST /api/stream/end': {
    ...stream,
    summary: 'Ends your dream and keeps its recording.',
    body: endRequest,
    answer: statusAnswer.pick({ job_status: true }),
  },
  'POST /api/stream/picture': {
    ...stream,
    summary: 'Uploads an image for a control of the live dream.',
    form: { session_id: 'text', control: 'text', picture: 'file' },
  },
  'POST /api/sessions/update-client-fps': {
    ...stream,
    summary: 'Reports the frame rate that you saw.',
    body: clientFpsRequest,
    answer: z.object({ ok: z.literal(true) }),
  },
  'POST /api/voice': {
    ...stream,
    summary: 'Stores your voice recording of a dream, and transcribes it where this site does.',
    form: { session_id: 'text', audio: 'file' },
  },
  'POST /api/llm/hermes': { scope: null, summary: 'Asks agent mode for the next prompt.' },
  'GET /api/compare': { scope: null, summary: 'Dreams by which operators compare generators.' },
  'GET /api/compare/:id/painted': { scope: null, summary: 'A frame of the painter, for comparison.' },
  'POST /api/draw/ticket': { scope: null, summary: 'A ticket for a browser that draws as a worker.' },
};
