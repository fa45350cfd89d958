import { auditDataRequest } from '../../admin/contract/audit.ts';
import { backupDataRequest } from '../../admin/contract/backups.ts';
import { dreamDataRequest } from '../../admin/contract/dream.ts';
import { figuresDataRequest } from '../../admin/contract/figures.ts';
import { mailJobRequest, sendEmailRequest } from '../../admin/contract/mail.ts';
import { mailDataRequest } from '../../admin/contract/mails.ts';
import { paymentsDataRequest } from '../../admin/contract/payments.ts';
import { userDataRequest } from '../../admin/contract/people/people.ts';
import { blockDataRequest, personDataRequest } from '../../admin/contract/people/person.ts';
import { requestDataRequest } from '../../admin/contract/people/requests.ts';
import { presenceRequest } from '../../admin/contract/presence.ts';
import { profileDataRequest, reportDataRequest } from '../../admin/contract/reports.ts';
import { purgeRequest, sessionDataRequest, sessionRequest } from '../../admin/contract/sessions.ts';
import { setupDataRequest } from '../../admin/contract/setup.ts';
import { summaryDataRequest } from '../../admin/contract/summary.ts';
import { workerDataRequest } from '../../admin/contract/workers.ts';
import type { Calls } from '../call.ts';

const read = { scope: 'admin:read' } as const;
/** A token never changes anything for an operator, and never reads the files of other people's dreams. */
const operator = { scope: null } as const;

/** The operators' dashboard. */
export const ADMIN: Calls = {
  'POST /api/admin/summary-data': {
    ...read,
    reads: ['getSummaryData'],
    summary: 'Growth and dreams of a period.',
    body: summaryDataRequest,
  },
  'POST /api/admin/figures-data': {
    ...read,
    reads: ['getFigures'],
    summary: 'Figures of the site over time.',
    body: figuresDataRequest,
  },
  'POST /api/admin/session-data': {
    ...read,
    reads: ['getAllSessions'],
    summary: 'Lists dreams.',
    body: sessionDataRequest,
  },
  'POST /api/admin/dream-data': {
    ...read,
    reads: ['getDream', 'findDreams'],
    summary: 'Facts about a dream.',
    body: dreamDataRequest,
  },
  'POST /api/admin/user-data': {
    ...read,
    reads: ['getAllUsers', 'getUserHistory'],
    summary: 'Lists people.',
    body: userDataRequest,
  },
  'POST /api/admin/person-data': {
    ...read,
    reads: ['getPerson', 'getPayments'],
    summary: 'Facts about a person, and decisions about them.',
    body: personDataRequest,
  },
  'POST /api/admin/block-data': {
    ...read,
    reads: ['getBlocks'],
    summary: 'Blocked addresses and networks.',
    body: blockDataRequest,
  },
  'POST /api/admin/request-data': {
    ...read,
    reads: ['getRequests'],
    summary: 'Requests about personal data.',
    body: requestDataRequest,
  },
  'POST /api/admin/report-data': {
    ...read,
    reads: ['getReports'],
    summary: 'Reports of shared dreams.',
    body: reportDataRequest,
  },
  'POST /api/admin/profile-data': {
    ...read,
    reads: ['getProfiles'],
    summary: 'Reports of public profiles.',
    body: profileDataRequest,
  },
  'POST /api/admin/payments-data': {
    ...read,
    reads: ['getPayments'],
    summary: 'Lists payments.',
    body: paymentsDataRequest,
  },
  'POST /api/admin/worker-data': {
    ...read,
    reads: ['getWorkers', 'getHistory'],
    summary: 'Workers and the queue.',
    body: workerDataRequest,
  },
  'POST /api/admin/audit-data': {
    ...read,
    reads: ['getAudit'],
    summary: 'The audit and the security log.',
    body: auditDataRequest,
  },
  'POST /api/admin/mail-data': {
    ...read,
    reads: ['getMails'],
    summary: 'The log of mails.',
    body: mailDataRequest,
  },
  'POST /api/admin/backup-data': {
    ...read,
    reads: ['getBackups'],
    summary: 'Lists backups.',
    body: backupDataRequest,
  },
  'GET /api/admin/mail-jobs': { ...read, summary: 'Lists bulk mails.' },
  'GET /api/admin/mail-jobs/:id': { ...read, summary: 'Progress of a bulk mail.' },
  'POST /api/admin/mail-jobs': { ...operator, summary: 'Sends a bulk mail.', body: mailJobRequest },
  'POST /api/admin/mail-jobs/:id/cancel': { ...operator, summary: 'Cancels a bulk mail.' },
  'POST /api/admin/send-email': { ...operator, summary: 'Sends one mail.', body: sendEmailRequest },
  'POST /api/admin/setup-data': {
    ...operator,
    summary: 'Reads and changes settings.',
    body: setupDataRequest,
  },
  'POST /api/admin/presence': {
    ...operator,
    summary: 'Tells other operators what you look at.',
    body: presenceRequest,
  },
  'POST /api/admin/stop-session': { ...operator, summary: 'Stops a live dream.', body: sessionRequest },
  'POST /api/admin/compile-again': {
    ...operator,
    summary: 'Compiles a recording again.',
    body: sessionRequest,
  },
  'POST /api/admin/purge-hidden': { ...operator, summary: 'Purges deleted dreams.', body: purgeRequest },
  'POST /api/admin/restore-upload': { ...operator, summary: 'Uploads a part of a backup.' },
  'GET /api/admin/backups/:name': {
    ...operator,
    summary: 'Downloads a backup.',
    answer: 'application/x-tar',
  },
  'GET /api/admin/export/:what': { ...operator, summary: 'Downloads a list as CSV.', answer: 'text/csv' },
  'GET /api/admin/person-export/:userId': {
    ...operator,
    summary: 'Downloads everything stored about a person.',
    answer: 'application/zip',
  },
  'GET /api/admin/live/:id': {
    ...operator,
    summary: 'The newest frame of a live dream.',
    answer: 'image/jpeg',
  },
  'GET /api/admin/evidence/:id': { ...operator, summary: 'Evidence kept for authorities.' },
  'GET /api/admin/evidence/:id/:file': { ...operator, summary: 'A file of that evidence.' },
};
