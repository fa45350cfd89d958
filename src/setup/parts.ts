import { placeOfDatabase } from '../../db/settings.ts';
import type { SetupPart } from '../../modules/admin/contract/setup.ts';
import { PRICE_SETTINGS } from '../../modules/billing/contract/settings.ts';
import { isLoopback } from '../../modules/kit/settings/setting.ts';
import { diagnoseCertificate } from '../../modules/recordings/recordings.ts';
import type { EngineSetup } from '../../modules/stream/stream.ts';
import { lastBackupAt } from '../backup/copies.ts';
import { backupFolder } from '../backup/settings.ts';
import type { Config } from '../config.ts';
import { OLD_BACKUP_DAYS } from '../doctor/diagnose-backups.ts';
import { openStorage } from '../open-storage.ts';

const DAY_MS = 24 * 3600_000;

/** A part without its input fields. */
export type PartState = Omit<SetupPart, 'fields'>;

/** Describes each part of the setup for the page that guides operators through it. */
export async function describeParts(
  config: Config,
  engines: EngineSetup,
  safetyTroubles: readonly string[],
): Promise<PartState[]> {
  return [
    addressPart(config),
    mailPart(config),
    signInPart(config),
    plansPart(config),
    enginePart(config, engines.ownTrouble(), await engines.proposal()),
    helpersPart(config),
    safetyPart(config, safetyTroubles),
    await dreamsPart(config),
    storagePart(config),
    await backupsPart(config),
    serverPart(config),
  ];
}

function addressPart(config: Config): PartState {
  const { PUBLIC_URL, publicUrlIsSet, APP_NAME, SUPPORT_EMAIL, COMPANY_NAME, COMPANY_ADDRESS } = config;
  const isOutside = publicUrlIsSet && !isLoopback(PUBLIC_URL);
  const hasContact = SUPPORT_EMAIL !== undefined;
  const hasCompany = COMPANY_NAME !== 'Reverie';
  return {
    id: 'address',
    title: 'Name and address',
    isSet: isOutside && hasContact && hasCompany && COMPANY_ADDRESS !== undefined,
    facts: [
      `The site is called ${APP_NAME}.`,
      isOutside ? `People come to ${PUBLIC_URL}.` : 'It is reached on this machine and its local network.',
      hasContact ? `Questions go to ${SUPPORT_EMAIL}.` : 'No address is named for questions.',
      `The terms are a contract with ${COMPANY_NAME}${COMPANY_ADDRESS ? `, ${COMPANY_ADDRESS}` : ''}.`,
    ],
    missing: [
      ...(isOutside
        ? []
        : [{ name: 'PUBLIC_URL', why: 'the https address that people, links and mails use' }]),
      ...(hasContact ? [] : [{ name: 'SUPPORT_EMAIL', why: 'where people write to' }]),
      ...(hasCompany
        ? []
        : [{ name: 'COMPANY_NAME', why: 'the person or company that people make a contract with' }]),
      ...(COMPANY_ADDRESS === undefined
        ? [{ name: 'COMPANY_ADDRESS', why: 'the postal address that most countries ask for' }]
        : []),
      ...(APP_NAME === 'Reverie' ? [{ name: 'APP_NAME', why: 'a name of your own' }] : []),
    ],
  };
}

function mailPart({ SMTP_URL, MAIL_FROM }: Config): PartState {
  return {
    id: 'mail',
    title: 'Mail',
    isSet: SMTP_URL !== undefined,
    facts: SMTP_URL
      ? [`Mails leave by ${SMTP_URL.place}.`, `They come from ${MAIL_FROM}.`]
      : ['Mails are files in DATA_DIR/outbox and reach nobody.'],
    missing: SMTP_URL
      ? []
      : [
          { name: 'SMTP_URL', why: 'your mail server, as in smtps://user:password@mail.example.org:465' },
          { name: 'MAIL_FROM', why: 'whom mails come from' },
        ],
  };
}

function signInPart({ oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS, SMTP_URL }: Config): PartState {
  const byMail = !oidc || AUTH_EMAIL_LINK;
  const admins = ADMIN_EMAILS?.length ?? 0;
  return {
    id: 'sign-in',
    title: 'Sign-in',
    isSet: admins > 0 && (oidc !== null || SMTP_URL !== undefined),
    facts: [
      ...(oidc ? [`People sign in with ${oidc.name}.`] : []),
      ...(byMail ? ['People sign in by a link that is mailed to them.'] : []),
      ...(byMail && !SMTP_URL ? ['Until mails leave, only you can read those links.'] : []),
      admins > 0
        ? `${admins} ${admins === 1 ? 'address becomes an admin' : 'addresses become admins'} by signing in.`
        : 'Nobody becomes an admin by signing in.',
    ],
    missing: [
      ...(admins > 0 ? [] : [{ name: 'ADMIN_EMAILS', why: 'the addresses of those who run the place' }]),
      ...(oidc
        ? []
        : [
            {
              name: 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
              why: 'sign-in with Google, or with OIDC_ISSUER by another provider',
            },
          ]),
    ],
  };
}

function plansPart({ sellsPlans, stripe, TRIAL_STREAMS, STRIPE_WEBHOOK_SECRET }: Config): PartState {
  const trial =
    TRIAL_STREAMS === null
      ? 'Everybody dreams as much as they like.'
      : `Everybody has ${TRIAL_STREAMS} dreams for free.`;
  return {
    id: 'plans',
    title: 'Plans',
    // An operator who sells nothing needs nothing here.
    isSet: stripe === null || (sellsPlans && STRIPE_WEBHOOK_SECRET !== undefined),
    facts: [sellsPlans ? 'Plans are sold through Stripe.' : 'Nothing is sold.', trial],
    missing: sellsPlans
      ? STRIPE_WEBHOOK_SECRET
        ? []
        : [{ name: 'STRIPE_WEBHOOK_SECRET', why: 'payments that end outside of the site are seen at once' }]
      : [
          {
            name: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', ...PRICE_SETTINGS].join(', '),
            why: 'to sell plans',
          },
          ...(TRIAL_STREAMS === null
            ? []
            : [{ name: 'TRIAL_STREAMS', why: 'another number of free dreams, or unlimited' }]),
        ],
  };
}

function enginePart(
  { workers, GENERATOR }: Config,
  trouble: string | null,
  { machine, title, licence, rate, settings }: Awaited<ReturnType<EngineSetup['proposal']>>,
): PartState {
  const isPainter = workers.kind === 'embedded' && GENERATOR === 'demo';
  const facts = {
    embedded: isPainter
      ? 'Dreams are drawn by the demo painter, which is no AI.'
      : `Dreams are drawn here, by ${GENERATOR}.`,
    fleet: 'Dreams wait for workers that dial in.',
    runpod: 'A worker is started at RunPod for each dream.',
  };
  return {
    id: 'engine',
    title: 'Engine',
    isSet: !isPainter && trouble === null,
    facts: [
      facts[workers.kind],
      ...(trouble ? [trouble] : []),
      ...(isPainter ? [`${machine} ${title} (${licence.name}) is proposed for it. ${rate}`] : []),
    ],
    ...(isPainter && {
      proposal: { text: title, licence: { name: licence.name, url: licence.url }, settings },
    }),
    missing: isPainter
      ? [{ name: 'GENERATOR', why: 'what draws: a model on this box, or an engine that runs elsewhere' }]
      : [],
  };
}

function storagePart(config: Config): PartState {
  const { DATABASE_URL, DATA_DIR } = config;
  return {
    id: 'storage',
    title: 'Database and files',
    isSet: true,
    facts: [
      DATABASE_URL
        ? `The database is Postgres at ${placeOfDatabase(DATABASE_URL)}.`
        : `The database is SQLite in ${DATA_DIR}.`,
      `Files are kept in ${openStorage(config).place}.`,
    ],
    missing: [],
  };
}

function helpersPart({ LLM_BASE_URL, ANTHROPIC_API_KEY, ASR_BASE_URL, VOICE_MODEL }: Config): PartState {
  return {
    id: 'helpers',
    title: 'Voice, assistant and help',
    // Everything but the assistant works without a server.
    isSet: true,
    facts: [
      LLM_BASE_URL
        ? `The assistant asks ${new URL(LLM_BASE_URL).host}.`
        : 'There is no assistant for prompts.',
      ANTHROPIC_API_KEY ? 'A model answers in the help chat.' : 'The help chat answers from the help pages.',
      ASR_BASE_URL
        ? `Speech is transcribed at ${new URL(ASR_BASE_URL).host}, or in browsers by ${VOICE_MODEL}.`
        : `Speech is transcribed in browsers, by ${VOICE_MODEL}.`,
    ],
    missing: [],
  };
}

function safetyPart(
  {
    SEXUAL_CONTENT,
    PROMPT_SAFETY,
    MODERATION_BASE_URL,
    SAFETY_MODEL,
    SAFETY_URL,
    SAFETY_EVERY_SECONDS,
  }: Config,
  troubles: readonly string[],
): PartState {
  const prompts = {
    off: 'Prompts are checked by lists of words alone. They miss what is said in other words: a classifier reads further.',
    llm: 'Prompts are classified by the language model.',
    moderation: `Prompts are classified at ${new URL(MODERATION_BASE_URL).host}.`,
  };
  const where = SAFETY_URL ? `at ${new URL(SAFETY_URL).host}` : `by ${SAFETY_MODEL}`;
  return {
    id: 'safety',
    title: 'Safety',
    // Not required: a private site among friends needs no classifier.
    isSet: troubles.length === 0,
    facts: [
      prompts[PROMPT_SAFETY],
      SAFETY_MODEL || SAFETY_URL
        ? `Start images, and a picture of each dream every ${SAFETY_EVERY_SECONDS === 1 ? 'second' : `${SAFETY_EVERY_SECONDS} seconds`}, are classified ${where}.`
        : 'No picture classifier is set: start images are taken unseen, and a nude picture of a real person may be among them. Set one before people whom you don’t know come in.',
      SEXUAL_CONTENT === 'adults'
        ? 'Sexual content with grown people is drawn. Let only verified adults in.'
        : 'Sexual content is refused.',
      'Always refused: sexual content with children, and nudity of real people (in a start image, or by name). EU law forbids making these from 2 December 2026.',
      ...troubles,
    ],
    missing: [],
  };
}

const WATERMARKS = {
  on: 'Pixels of videos and posters hold a watermark that eyes don’t see, until WATERMARK is off.',
  off: 'Pixels hold no watermark.',
  trustmark: 'Pixels of videos and posters hold TrustMark’s watermark, until WATERMARK is off.',
} as const;

async function dreamsPart(config: Config): Promise<PartState> {
  const { STREAM_SECONDS, HIDDEN_DAYS, CONTENT_CREDENTIALS, WATERMARK } = config;
  const certificate = CONTENT_CREDENTIALS ? await diagnoseCertificate(config, Date.now()) : null;
  return {
    id: 'dreams',
    title: 'Dreams',
    isSet: certificate?.level !== 'error',
    facts: [
      `A dream lasts up to ${STREAM_SECONDS} seconds.`,
      `Deleted ones can be brought back for ${HIDDEN_DAYS === 1 ? 'a day' : `${HIDDEN_DAYS} days`}.`,
      'Dreams say how they were made: in words on pages and live pictures, and in the metadata of their files. That is always on.',
      CONTENT_CREDENTIALS
        ? 'Files are signed with content credentials, until CONTENT_CREDENTIALS is off.'
        : 'Files are not signed with content credentials.',
      ...(certificate?.cure ? [`${sentence(certificate.text)} ${certificate.cure}`] : []),
      WATERMARKS[WATERMARK],
      'The EU’s AI Act asks for marks that machines can read, and its code of practice for two of them: signed metadata and a watermark. Where no law asks for these, they can be switched off here. This is no legal advice.',
      'At /check everybody can see what a file says of itself.',
    ],
    missing: [],
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

async function backupsPart(config: Config): Promise<PartState> {
  const { BACKUP_DAYS, BACKUP_URL, DATA_DIR } = config;
  const at = await lastBackupAt(DATA_DIR);
  const days = at === null ? null : Math.floor((Date.now() - at) / DAY_MS);
  const isOld = days === null || days >= OLD_BACKUP_DAYS;
  const age = { 0: 'The last one is less than a day old.', 1: 'The last one is a day old.' };
  return {
    id: 'backups',
    title: 'Backups',
    isSet: BACKUP_DAYS !== undefined ? !isOld || days === null : !isOld,
    facts: [
      BACKUP_DAYS === undefined
        ? 'No backup is made automatically.'
        : `One is made every night, at 02:30 UTC, and kept for ${BACKUP_DAYS === 1 ? 'a day' : `${BACKUP_DAYS} days`}.`,
      `They are stored in ${backupFolder(config)}${BACKUP_URL ? ' and in a bucket' : ''}.`,
      days === null
        ? 'None has been made yet.'
        : (age[days as keyof typeof age] ?? `The last one is ${days} days old.`),
    ],
    missing:
      BACKUP_DAYS === undefined
        ? [{ name: 'BACKUP_DAYS', why: 'a backup every night, without a line for cron' }]
        : [],
  };
}

function serverPart({ HOST, PORT, METRICS_TOKEN }: Config): PartState {
  return {
    id: 'server',
    title: 'Server',
    isSet: true,
    facts: [
      `It listens on ${HOST}, port ${PORT}.`,
      METRICS_TOKEN ? 'Figures are at /metrics, behind a token.' : 'There are no figures at /metrics.',
    ],
    missing: [],
  };
}
