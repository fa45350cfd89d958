import { placeOfDatabase } from '../db/settings.ts';
import type { AdminPorts } from '../modules/admin/admin.ts';
import type { SetupPart, SetupPartId } from '../modules/admin/schemas/setup.ts';
import { PRICE_SETTINGS } from '../modules/billing/settings.ts';
import type { EngineSetup } from '../modules/stream/stream.ts';
import type { Config } from './config.ts';
import type { Check } from './doctor/diagnose.ts';
import { diagnoseHelpers } from './doctor/diagnose-helpers.ts';
import { isLoopback } from './kit/settings/setting.ts';
import { openStorage } from './open-storage.ts';

/** Checks of each part's test. */
const TESTS: Record<Exclude<SetupPartId, 'engine'>, Check[]> = {
  address: ['address'],
  mail: ['mail'],
  'sign-in': ['sign-in'],
  plans: ['stripe'],
  storage: ['database', 'storage'],
};

/** Setup of the place, for the page that leads operators through their first hour. */
export function createSetup(config: Config, engines: EngineSetup): AdminPorts['setup'] {
  return {
    parts: async () => [
      addressPart(config),
      mailPart(config),
      signInPart(config),
      plansPart(config),
      enginePart(config, engines.ownTrouble(), await engines.proposal()),
      storagePart(config),
    ],
    async test(part) {
      if (part === 'engine') return (await Promise.all([engines.test(), diagnoseHelpers(config)])).flat();
      // Knows everything that can be looked at; few starts are followed by such a look.
      const { lookAt } = await import('./doctor/diagnose.ts');
      return (await Promise.all(TESTS[part].map((check) => lookAt(config, check)))).flat();
    },
  };
}

function addressPart({ PUBLIC_URL, publicUrlIsSet, APP_NAME, SUPPORT_EMAIL }: Config): SetupPart {
  const isOutside = publicUrlIsSet && !isLoopback(PUBLIC_URL);
  const hasContact = SUPPORT_EMAIL !== undefined;
  return {
    id: 'address',
    title: 'Name and address',
    isSet: isOutside && hasContact,
    facts: [
      `The site is called ${APP_NAME}.`,
      isOutside ? `People come to ${PUBLIC_URL}.` : 'It is reached on this machine and its local network.',
      hasContact ? `Questions go to ${SUPPORT_EMAIL}.` : 'No address is named for questions.',
    ],
    missing: [
      ...(isOutside
        ? []
        : [{ name: 'PUBLIC_URL', why: 'the https address that people, links and mails use' }]),
      ...(hasContact ? [] : [{ name: 'SUPPORT_EMAIL', why: 'where people write to' }]),
      ...(APP_NAME === 'Reverie' ? [{ name: 'APP_NAME', why: 'a name of your own' }] : []),
    ],
  };
}

function mailPart({ SMTP_URL, MAIL_FROM }: Config): SetupPart {
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

function signInPart({ oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS, SMTP_URL }: Config): SetupPart {
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
              name: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET',
              why: 'sign-in with Google; or OIDC_ISSUER with a client of another provider',
            },
          ]),
    ],
  };
}

function plansPart({ sellsPlans, stripe, TRIAL_STREAMS, STRIPE_WEBHOOK_SECRET }: Config): SetupPart {
  const trial =
    TRIAL_STREAMS === null
      ? 'Everybody dreams as much as they like.'
      : `Everybody has ${TRIAL_STREAMS} dreams for free.`;
  return {
    id: 'plans',
    title: 'Plans',
    // An operator who sells nothing needs nothing.
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
): SetupPart {
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
    ...(isPainter && { command: `${settings} bun run start` }),
    missing: isPainter
      ? [{ name: 'GENERATOR', why: 'what draws: a model on this box, or an engine that runs elsewhere' }]
      : [],
  };
}

function storagePart(config: Config): SetupPart {
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
      'bun run backup FILE keeps a copy of both while the program runs.',
    ],
    missing: [],
  };
}
