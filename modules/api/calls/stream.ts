import { z } from 'zod';
import { scoreAnswer } from '../../scores/contract/schemas.ts';
import { againRequest, branchRequest, scoreRequest } from '../../stream/contract/again-schemas.ts';
import { clipAnswer, clipRequest, rewindAnswer, rewindQuery } from '../../stream/contract/rewind-schemas.ts';
import {
  accessAnswer,
  audienceAnswer,
  audienceRequest,
  clientFpsRequest,
  connectAnswer,
  connectRequest,
  endRequest,
  imageAnswer,
  statusAnswer,
  watchAnswer,
} from '../../stream/contract/schemas.ts';
import { voiceAnswer } from '../../voice/contract/schemas.ts';
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
  'POST /api/stream/again': {
    ...stream,
    summary: 'Repeats a dream, or goes on from a moment of it. Connect with its id.',
    body: againRequest,
    answer: z.object({ sessionId: z.string() }),
    status: 201,
  },
  'POST /api/stream/branch': {
    ...stream,
    summary:
      'Goes on from a moment of your live dream with a new prompt. The live dream ends and keeps its recording; the new one counts. Connect with its id.',
    body: branchRequest,
    answer: z.object({ sessionId: z.string() }),
    status: 201,
  },
  'GET /api/stream/score': {
    ...stream,
    summary: 'The score of a live dream.',
    query: z.object({ session_id: z.string() }),
    answer: scoreAnswer,
  },
  'POST /api/stream/score': {
    ...stream,
    summary: 'Sets the score of a live dream.',
    body: scoreRequest,
    answer: z.object({ ok: z.literal(true) }),
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
  'GET /api/sessions/:id/rewind': {
    ...stream,
    summary: 'How far the tape of your live dream reaches, in ms since its first frame, and its prompts.',
    answer: rewindAnswer,
  },
  'GET /api/sessions/:id/rewind/frames': {
    ...stream,
    summary:
      'Frames of your live dream as recorded: those that show the moment `at`, or the ones after it. Each is its length (uint32, big-endian) and a frame as on the viewer’s socket, with ms since the first frame as its timestamp.',
    query: rewindQuery,
    answer: 'application/octet-stream',
  },
  'POST /api/sessions/:id/clips': {
    ...stream,
    summary: 'Keeps the last 30 seconds of your live dream as a dream of their own.',
    body: clipRequest,
    answer: clipAnswer,
    status: 201,
  },
  'GET /api/sessions/:id/audience': {
    ...stream,
    summary: 'Whether your live dream is open to an audience, and its link.',
    answer: audienceAnswer,
  },
  'PATCH /api/sessions/:id/audience': {
    ...stream,
    summary: 'Opens your live dream to an audience, or closes it, which ends every watcher’s connection.',
    body: audienceRequest,
    answer: audienceAnswer,
  },
  'GET /api/watch/:id': {
    scope: 'public',
    summary: 'The state of an audience’s link, and the socket for one watcher.',
    answer: watchAnswer,
  },
  'POST /api/stream/picture': {
    ...stream,
    summary: 'Uploads an image for a control of the live dream.',
    form: { session_id: 'text', control: 'text', picture: 'file' },
    answer: imageAnswer,
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
    answer: voiceAnswer,
  },
  'POST /api/llm/hermes': { scope: null, summary: 'Asks agent mode for the next prompt.' },
  'GET /api/compare': { scope: null, summary: 'Dreams by which operators compare generators.' },
  'GET /api/compare/:id/painted': { scope: null, summary: 'A frame of the painter, for comparison.' },
  'POST /api/draw/ticket': { scope: null, summary: 'A ticket for a browser that draws as a worker.' },
};
