import { placeOfDatabase } from '../../db/settings.ts';
import type { SetupPart } from '../../modules/admin/contract/setup.ts';
import { PRICE_SETTINGS } from '../../modules/billing/contract/settings.ts';
import { isLoopback } from '../../modules/kit/settings/setting.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { diagnoseCertificate } from '../../modules/recordings/recordings.ts';
import type { EngineSetup } from '../../modules/stream/stream.ts';
import { lastBackupAt } from '../backup/copies.ts';
import { backupFolder } from '../backup/settings.ts';
import type { Config } from '../config.ts';
import { OLD_BACKUP_DAYS } from '../doctor/diagnose-backups.ts';
import { openStorage } from '../open-storage.ts';

const DAY_MS = 24 * 3600_000;

const missing = (name: string, why: string) => ({ names: [name], why });

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
    title: m.setup_address_title(),
    isSet: isOutside && hasContact && hasCompany && COMPANY_ADDRESS !== undefined,
    facts: [
      m.setup_address_name({ name: APP_NAME }),
      isOutside ? m.setup_address_outside({ url: PUBLIC_URL }) : m.setup_address_local(),
      hasContact ? m.setup_address_contact({ address: SUPPORT_EMAIL }) : m.setup_address_no_contact(),
      COMPANY_ADDRESS
        ? m.setup_address_company_at({ company: COMPANY_NAME, address: COMPANY_ADDRESS })
        : m.setup_address_company({ company: COMPANY_NAME }),
    ],
    missing: [
      ...(isOutside ? [] : [missing('PUBLIC_URL', m.setup_address_why_url())]),
      ...(hasContact ? [] : [missing('SUPPORT_EMAIL', m.setup_address_why_contact())]),
      ...(hasCompany ? [] : [missing('COMPANY_NAME', m.setup_address_why_company())]),
      ...(COMPANY_ADDRESS === undefined ? [missing('COMPANY_ADDRESS', m.setup_address_why_postal())] : []),
      ...(APP_NAME === 'Reverie' ? [missing('APP_NAME', m.setup_address_why_name())] : []),
    ],
  };
}

function mailPart({ SMTP_URL, MAIL_FROM }: Config): PartState {
  return {
    id: 'mail',
    title: m.setup_mail_title(),
    isSet: SMTP_URL !== undefined,
    facts: SMTP_URL
      ? [m.setup_mail_server({ server: SMTP_URL.place }), m.setup_mail_sender({ sender: MAIL_FROM })]
      : [m.setup_mail_none()],
    missing: SMTP_URL
      ? []
      : [missing('SMTP_URL', m.setup_mail_why_server()), missing('MAIL_FROM', m.setup_mail_why_sender())],
  };
}

function signInPart({ oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS, SMTP_URL }: Config): PartState {
  const byMail = !oidc || AUTH_EMAIL_LINK;
  const admins = ADMIN_EMAILS?.length ?? 0;
  return {
    id: 'sign-in',
    title: m.setup_sign_in_title(),
    isSet: admins > 0 && (oidc !== null || SMTP_URL !== undefined),
    facts: [
      ...(oidc ? [m.setup_sign_in_provider({ name: oidc.name })] : []),
      ...(byMail ? [m.setup_sign_in_link()] : []),
      ...(byMail && !SMTP_URL ? [m.setup_sign_in_unsent()] : []),
      m.setup_sign_in_admins({ count: admins }),
    ],
    missing: [
      ...(admins > 0 ? [] : [missing('ADMIN_EMAILS', m.setup_sign_in_why_admins())]),
      ...(oidc
        ? []
        : [{ names: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], why: m.setup_sign_in_why_provider() }]),
    ],
  };
}

function plansPart({ sellsPlans, stripe, TRIAL_STREAMS, STRIPE_WEBHOOK_SECRET }: Config): PartState {
  const trial =
    TRIAL_STREAMS === null ? m.setup_plans_unlimited() : m.setup_plans_trial({ count: TRIAL_STREAMS });
  return {
    id: 'plans',
    title: m.setup_plans_title(),
    // An operator who sells nothing needs nothing here.
    isSet: stripe === null || (sellsPlans && STRIPE_WEBHOOK_SECRET !== undefined),
    facts: [sellsPlans ? m.setup_plans_sold() : m.setup_plans_none(), trial],
    missing: sellsPlans
      ? STRIPE_WEBHOOK_SECRET
        ? []
        : [missing('STRIPE_WEBHOOK_SECRET', m.setup_plans_why_webhook())]
      : [
          {
            names: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', ...PRICE_SETTINGS],
            why: m.setup_plans_why_sell(),
          },
          ...(TRIAL_STREAMS === null ? [] : [missing('TRIAL_STREAMS', m.setup_plans_why_trial())]),
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
    embedded: isPainter ? m.setup_engine_painter() : m.setup_engine_embedded({ engine: GENERATOR }),
    fleet: m.setup_engine_fleet(),
    runpod: m.setup_engine_runpod(),
  };
  return {
    id: 'engine',
    title: m.setup_engine_title(),
    isSet: !isPainter && trouble === null,
    facts: [
      facts[workers.kind],
      ...(trouble ? [trouble] : []),
      ...(isPainter ? [m.setup_engine_proposal({ machine, model: title, licence: licence.name, rate })] : []),
    ],
    ...(isPainter && {
      proposal: { text: title, licence: { name: licence.name, url: licence.url }, settings },
    }),
    missing: isPainter ? [missing('GENERATOR', m.setup_engine_why())] : [],
  };
}

function storagePart(config: Config): PartState {
  const { DATABASE_URL, DATA_DIR } = config;
  return {
    id: 'storage',
    title: m.setup_storage_title(),
    isSet: true,
    facts: [
      DATABASE_URL
        ? m.setup_storage_postgres({ place: placeOfDatabase(DATABASE_URL) })
        : m.setup_storage_sqlite({ place: DATA_DIR }),
      m.setup_storage_files({ place: openStorage(config).place }),
    ],
    missing: [],
  };
}

function helpersPart({ LLM_BASE_URL, ANTHROPIC_API_KEY, ASR_BASE_URL, VOICE_MODEL }: Config): PartState {
  return {
    id: 'helpers',
    title: m.setup_helpers_title(),
    // Everything but the assistant works without a server.
    isSet: true,
    facts: [
      LLM_BASE_URL
        ? m.setup_helpers_assistant({ server: new URL(LLM_BASE_URL).host })
        : m.setup_helpers_no_assistant(),
      ANTHROPIC_API_KEY ? m.setup_helpers_help_model() : m.setup_helpers_help_pages(),
      ASR_BASE_URL
        ? m.setup_helpers_asr({ server: new URL(ASR_BASE_URL).host, model: VOICE_MODEL })
        : m.setup_helpers_asr_browser({ model: VOICE_MODEL }),
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
    off: m.setup_safety_prompts_off(),
    llm: m.setup_safety_prompts_llm(),
    moderation: m.setup_safety_prompts_server({ server: new URL(MODERATION_BASE_URL).host }),
  };
  const classifier = SAFETY_URL ? new URL(SAFETY_URL).host : SAFETY_MODEL;
  return {
    id: 'safety',
    title: m.setup_safety_title(),
    // Not required: a private site among friends needs no classifier.
    isSet: troubles.length === 0,
    facts: [
      prompts[PROMPT_SAFETY],
      classifier
        ? m.setup_safety_images_model({ model: classifier, seconds: SAFETY_EVERY_SECONDS })
        : m.setup_safety_images_none(),
      SEXUAL_CONTENT === 'adults' ? m.setup_safety_sexual_adults() : m.setup_safety_sexual_off(),
      m.setup_safety_always(),
      ...troubles,
    ],
    missing: [],
  };
}

const WATERMARKS = {
  on: m.setup_dreams_watermark_on,
  off: m.setup_dreams_watermark_off,
  trustmark: m.setup_dreams_watermark_trustmark,
} as const;

async function dreamsPart(config: Config): Promise<PartState> {
  const { STREAM_SECONDS, GUEST_SECONDS, HIDDEN_DAYS, CONTENT_CREDENTIALS, WATERMARK } = config;
  const certificate = CONTENT_CREDENTIALS ? await diagnoseCertificate(config, Date.now()) : null;
  return {
    id: 'dreams',
    title: m.setup_dreams_title(),
    isSet: certificate?.level !== 'error',
    facts: [
      m.setup_dreams_length({ seconds: STREAM_SECONDS }),
      m.setup_dreams_guests({ seconds: GUEST_SECONDS }),
      m.setup_dreams_hidden({ days: HIDDEN_DAYS }),
      m.setup_dreams_marked(),
      CONTENT_CREDENTIALS ? m.setup_dreams_signed() : m.setup_dreams_unsigned(),
      ...(certificate?.cure
        ? [
            m.kit_clause_and_sentence({
              clause: capitalized(certificate.text),
              sentence: certificate.cure,
            }),
          ]
        : []),
      WATERMARKS[WATERMARK](),
      m.setup_dreams_law(),
      m.setup_dreams_check(),
    ],
    missing: [],
  };
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

async function backupsPart(config: Config): Promise<PartState> {
  const { BACKUP_DAYS, BACKUP_URL, DATA_DIR } = config;
  const at = await lastBackupAt(DATA_DIR);
  const days = at === null ? null : Math.floor((Date.now() - at) / DAY_MS);
  const isOld = days === null || days >= OLD_BACKUP_DAYS;
  return {
    id: 'backups',
    title: m.setup_backups_title(),
    isSet: BACKUP_DAYS !== undefined ? !isOld || days === null : !isOld,
    facts: [
      BACKUP_DAYS === undefined ? m.setup_backups_off() : m.setup_backups_nightly({ days: BACKUP_DAYS }),
      (BACKUP_URL ? m.setup_backups_folder_bucket : m.setup_backups_folder)({ folder: backupFolder(config) }),
      days === null ? m.setup_backups_none() : m.setup_backups_age({ days }),
    ],
    missing: BACKUP_DAYS === undefined ? [missing('BACKUP_DAYS', m.setup_backups_why())] : [],
  };
}

function serverPart({ HOST, PORT, METRICS_TOKEN }: Config): PartState {
  return {
    id: 'server',
    title: m.setup_server_title(),
    isSet: true,
    facts: [
      m.setup_server_address({ host: HOST, port: String(PORT) }),
      METRICS_TOKEN ? m.setup_server_metrics() : m.setup_server_no_metrics(),
    ],
    missing: [],
  };
}
