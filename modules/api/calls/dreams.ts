import { z } from 'zod';
import {
  changeCollection,
  collectAnswer,
  collection,
  collectionAnswer,
  collectionsAnswer,
  collectRequest,
  containingAnswer,
  containingRequest,
  newCollection,
  orderRequest,
} from '../../dreams/contract/collection-schemas.ts';
import { conversationAnswer, conversationRequest } from '../../dreams/contract/conversation-schemas.ts';
import { oembedAnswer, oembedQuery } from '../../dreams/contract/oembed-schemas.ts';
import {
  bookmarkRequest,
  feedbackRequest,
  monthsAnswer,
  monthsQuery,
  neighbours,
  neighboursQuery,
  remixRequest,
  renameRequest,
  reportRequest,
  sessionDetail,
  sessionsAnswer,
  sessionsQuery,
  sharingRequest,
} from '../../dreams/contract/schemas.ts';
import {
  archiveRequest,
  bookmarkManyAnswer,
  bookmarkManyRequest,
  hideAnswer,
  hideRequest,
  selectionAnswer,
  selectionQuery,
  shareListAnswer,
  shareManyAnswer,
  shareManyRequest,
} from '../../dreams/contract/selection-schemas.ts';
import { restoreAnswer, trashAnswer, trashQuery, trashRequest } from '../../dreams/contract/trash-schemas.ts';
import { exportAnswer, exportRequest, exportsAnswer } from '../../recordings/contract/exports.ts';
import { readRequest, saveRequest, scoreAnswer, scoresAnswer } from '../../scores/contract/schemas.ts';
import type { Calls } from '../call.ts';

const read = { scope: 'dreams:read' } as const;
const write = { scope: 'dreams:write' } as const;

const ok = z.object({ ok: z.literal(true) });
const bookmarked = z.object({ bookmarked: z.boolean() });

/** Reading your dreams. */
export const READ_DREAMS: Calls = {
  'GET /api/sessions': {
    ...read,
    summary: 'Lists your dreams, 60 a page; `nextCursor` leads to the next page.',
    query: sessionsQuery,
    answer: sessionsAnswer,
  },
  'GET /api/sessions/months': {
    ...read,
    summary: 'Counts your dreams by month.',
    query: monthsQuery,
    answer: monthsAnswer,
  },
  'GET /api/sessions/selection': {
    ...read,
    summary: 'Counts the dreams that a bulk call would change.',
    query: selectionQuery,
    answer: selectionAnswer,
  },
  'GET /api/collections': { ...read, summary: 'Your collections, by name.', answer: collectionsAnswer },
  'POST /api/collections/containing': {
    ...read,
    summary: 'Counts how many of some dreams each collection contains.',
    body: containingRequest,
    answer: containingAnswer,
  },
  'GET /api/collections/:id': {
    ...read,
    summary: 'A collection with its dreams, in its order.',
    answer: collectionAnswer,
  },
  'GET /api/sessions/:id': { ...read, summary: 'One of your dreams.', answer: sessionDetail },
  'GET /api/sessions/:id/neighbours': {
    ...read,
    summary: 'The dreams before and after it in the list.',
    query: neighboursQuery,
    answer: neighbours,
  },
  'GET /api/sessions/:id/video': { ...read, summary: 'Its video; answers Range.', answer: 'video/mp4' },
  'GET /api/sessions/:id/preview': { ...read, summary: 'A short muted preview.', answer: 'video/mp4' },
  'GET /api/sessions/:id/thumbnail': { ...read, summary: 'A small still.', answer: 'image/jpeg' },
  'GET /api/sessions/:id/poster': { ...read, summary: 'A large still.', answer: 'image/jpeg' },
  'GET /api/sessions/:id/filmstrip': {
    ...read,
    summary: 'Stills along the video, side by side.',
    answer: 'image/jpeg',
  },
  'GET /api/sessions/:id/captions': {
    ...read,
    summary: 'Its prompts and sounds as captions.',
    answer: 'text/vtt',
  },
  'GET /api/sessions/:id/qr': { ...read, summary: 'A QR code of its link.', answer: 'image/png' },
  'GET /api/sessions/:id/voice': {
    ...read,
    summary: 'The recording of your voice, in the format of your browser.',
    answer: 'audio/*',
  },
  'GET /api/sessions/:id/pictures/:digest': {
    ...read,
    summary: 'A start image that you uploaded.',
    answer: 'image/jpeg',
  },
  'GET /api/sessions/:id/exports': {
    ...read,
    summary: 'Lists its exports: the film in other formats, and how far each one is.',
    answer: exportsAnswer,
  },
  'GET /api/sessions/:id/exports/:export/file': {
    ...read,
    summary: 'A finished export as a download; answers Range.',
    answer: '*/*',
  },
  'GET /api/download-video/:job_id': {
    ...read,
    summary: 'Its video as a download, by job id.',
    answer: 'video/mp4',
  },
  'GET /api/conversation': {
    ...read,
    summary: 'What was said in a dream.',
    query: z.object({ session_id: z.string().optional(), job_id: z.string().optional() }),
    answer: conversationAnswer,
  },
  'GET /api/scores': { ...read, summary: 'Lists your scores and the examples.', answer: scoresAnswer },
  'GET /api/scores/:id': { ...read, summary: 'A score.', answer: scoreAnswer },
  'GET /api/sessions/:id/score': {
    ...read,
    summary: 'The score by which a dream can be repeated.',
    answer: scoreAnswer,
  },
  'POST /api/scores/read': {
    ...read,
    summary: 'Reads a score from JSON or subtitles, and stores nothing.',
    body: readRequest,
    answer: scoreAnswer,
  },
  'POST /api/sessions/archive': {
    ...read,
    summary: 'Downloads several videos as one ZIP file.',
    body: archiveRequest,
    answer: 'application/zip',
  },
  'GET /api/trash': {
    ...read,
    summary: 'Lists your deleted dreams.',
    query: trashQuery,
    answer: trashAnswer,
  },
};

/** Changing your dreams. */
export const WRITE_DREAMS: Calls = {
  'POST /api/collections': {
    ...write,
    summary: 'Creates a collection.',
    body: newCollection,
    answer: collection,
    status: 201,
  },
  'PATCH /api/collections/:id': {
    ...write,
    summary: 'Renames a collection, or opens or closes its public page.',
    body: changeCollection,
    answer: collection,
  },
  'DELETE /api/collections/:id': { ...write, summary: 'Deletes a collection; its dreams stay.', answer: ok },
  'PATCH /api/collections/:id/dreams': {
    ...write,
    summary: 'Adds dreams to a collection, or takes them out.',
    body: collectRequest,
    answer: collectAnswer,
  },
  'PATCH /api/collections/:id/order': {
    ...write,
    summary: 'Moves a dream before another one in a collection, or to the end.',
    body: orderRequest,
    answer: ok,
  },
  'POST /api/scores': {
    ...write,
    summary: 'Stores a score, or replaces the one with its `id`.',
    body: saveRequest,
    answer: z.object({ id: z.string() }),
    status: 201,
  },
  'POST /api/sessions/:id/exports': {
    ...write,
    summary: 'Makes an export, unless the same one exists; it is kept for seven days.',
    body: exportRequest,
    answer: exportAnswer,
    status: 202,
  },
  'DELETE /api/sessions/:id/exports/:export': {
    ...write,
    summary: 'Cancels or deletes an export.',
    answer: ok,
  },
  'DELETE /api/scores/:id': { ...write, summary: 'Deletes a score.', answer: ok },
  'PATCH /api/media-rename/:id': {
    ...write,
    summary: 'Names a dream.',
    body: renameRequest,
    answer: z.object({ dream_name: z.string() }),
  },
  'PATCH /api/sessions/:id/remix': {
    ...write,
    summary: 'Lets other people with the link repeat and continue a dream, or stops that.',
    body: remixRequest,
    answer: remixRequest,
  },
  'PATCH /api/sessions/:id/sharing': {
    ...write,
    summary: 'Opens or closes the public link of a dream.',
    body: sharingRequest,
    answer: sharingRequest,
  },
  'PATCH /api/sessions/sharing': {
    ...write,
    summary: 'Opens or closes the public links of several dreams.',
    body: shareManyRequest,
    answer: z.union([shareManyAnswer, shareListAnswer]),
  },
  'POST /api/bookmarks': {
    ...write,
    summary: 'Bookmarks a dream.',
    body: bookmarkRequest,
    answer: bookmarked,
  },
  'DELETE /api/bookmarks': {
    ...write,
    summary: 'Removes a bookmark.',
    body: bookmarkRequest,
    answer: bookmarked,
  },
  'PATCH /api/bookmarks': {
    ...write,
    summary: 'Sets or removes several bookmarks.',
    body: bookmarkManyRequest,
    answer: bookmarkManyAnswer,
  },
  'PATCH /api/sessions/hide': {
    ...write,
    summary: 'Moves dreams to the Trash.',
    body: hideRequest,
    answer: hideAnswer,
  },
  'PATCH /api/sessions/restore': {
    ...write,
    summary: 'Restores dreams from the Trash.',
    body: trashRequest,
    answer: restoreAnswer,
  },
  'POST /api/feedback': { ...write, summary: 'Rates a dream.', body: feedbackRequest, answer: ok },
  'POST /api/conversation': {
    ...write,
    summary: 'Stores what was said in a dream.',
    body: conversationRequest,
    answer: ok,
  },
  'DELETE /api/trash': { scope: null, summary: 'Deletes dreams for good.', body: trashRequest },
};

/** Open to everyone. */
export const PUBLIC: Calls = {
  'GET /api/oembed': {
    scope: 'public',
    summary:
      'oEmbed: how other sites show the shared dream behind a link (`url`); JSON, or XML by `format=xml`.',
    query: oembedQuery,
    answer: oembedAnswer,
  },
  'GET /api/d/:file': {
    scope: 'public',
    summary: 'A shared dream: its video for players, a page for people.',
    answer: 'video/mp4',
  },
  'POST /api/d/:id/report': {
    scope: null,
    summary: 'Reports a shared dream.',
    body: reportRequest,
    status: 201,
  },
};
