import { dialect } from '../../../db/dialect.ts';
import { mailtoLink } from '../../kit/email-address.ts';
import { fillSlots } from '../../kit/fill-slots.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { escapeHtml } from '../../kit/shared/escape-html.ts';
import { BASE_LOCALE } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import type { Checked } from '../../safety/contract/settings.ts';
import { daysText } from '../privacy/durations.ts';
import { privacySlots } from '../privacy/tables.ts';
import type { LegalFacts } from './legal-facts.ts';
import { type LegalText, readLegalText } from './legal-text.ts';

/** Day of the last change of either text. */
const UPDATED = '2025-09-12';
/** Both bind in English. */
const LANGUAGE = BASE_LOCALE;

interface LegalPageProps extends LegalFacts {
  text: 'terms' | 'privacy';
  /** Shown inside another page: without contents, print button and ids that might clash. */
  embedded?: boolean;
}

/** A complete legal text, as a page or embedded in the agreement page. */
export function LegalPage({ text: name, embedded = false, ...facts }: LegalPageProps) {
  const text = filled(readLegalText(name), facts);
  const Heading = embedded ? 'h2' : 'h1';
  return (
    <article className={embedded ? 'prose legal legal-embedded' : 'prose legal'}>
      <header>
        <Heading lang={LANGUAGE}>{text.title}</Heading>
        <p className="prose-date">
          {m.web_legal_updated({
            date: () => <time dateTime={UPDATED}>{dayText(Date.parse(UPDATED))}</time>,
          })}
        </p>
        {html('p', text.summary, { className: 'legal-summary', lang: LANGUAGE })}
        {!embedded && (
          <button type="button" className="button button-quiet legal-print" data-print="">
            {m.web_legal_print()}
          </button>
        )}
      </header>
      {!embedded && <Contents {...text} />}
      <div className="legal-body" lang={LANGUAGE}>
        {text.sections.map(({ id, title, body }, index) => {
          const name = `${index + 1}. ${title}`;
          return embedded
            ? html('section', `<h3>${name}</h3>${body}`, { key: id })
            : html('section', `<h2 id="${id}-title">${name}</h2>${body}`, {
                key: id,
                id,
                'aria-labelledby': `${id}-title`,
              });
        })}
      </div>
    </article>
  );
}

function Contents({ sections }: LegalText) {
  return (
    <nav className="legal-contents" aria-labelledby="contents-title">
      <h2 id="contents-title">{m.web_legal_contents()}</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id} lang={LANGUAGE}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** An element with trusted HTML. */
function html(Tag: 'p' | 'section', inner: string, { key, ...attributes }: Record<string, string>) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: files of the program, with escaped slots
  return <Tag key={key} {...attributes} dangerouslySetInnerHTML={{ __html: inner }} />;
}

function filled({ title, summary, sections }: LegalText, facts: LegalFacts): LegalText {
  const { appName, companyName, companyAddress, supportEmail, checks } = facts;
  const slots = {
    APP_NAME: escapeHtml(appName),
    COMPANY_NAME: escapeHtml(companyName),
    COMPANY_ADDRESS: companyAddress === null ? '' : `, ${escapeHtml(companyAddress)}`,
    CONTACT:
      supportEmail === null
        ? 'the operator of this site'
        : `<a href="${escapeHtml(mailtoLink(supportEmail))}">${escapeHtml(supportEmail)}</a>`,
    BACKUPS: daysText(facts.backupDays),
    ERASED: ERASED[dialect],
    ENCRYPTED: facts.secure ? 'Connections are encrypted. ' : '',
    ...privacySlots(facts),
    CHECKED: checkedWords(checks),
    ENDED: endedWords(checks),
  };
  return {
    title,
    summary: fillSlots(summary, slots),
    sections: sections.map((section) => ({ ...section, body: fillSlots(section.body, slots) })),
  };
}

/** Description of the erasure of deleted data, per database. */
const ERASED = {
  sqlite:
    'overwritten in our database within a day. Copies that it may leave in unused parts of its file go when the file is rewritten: every night, or, where it is large, at the first start of the service after 30 days.',
  postgres:
    'cleared from our database within a day. Until it writes over them, their bytes may stay in unused parts of its files, and in its log of changes and archives of that log, for as long as these are kept.',
};

/** Empty if nothing is classified. */
function checkedWords({ prompts, pictures }: Checked['checks']): string {
  return [
    ...(prompts
      ? [
          'Before a prompt is drawn, a language model or a moderation service says whether the Terms of Service forbid it.',
        ]
      : []),
    ...(pictures
      ? [
          'Images that you bring, and single pictures of a stream, go to a classifier of pictures for the same purpose; it keeps none of them.',
        ]
      : []),
  ].join(' ');
}

function endedWords({ prompts, pictures }: Checked['checks']): string {
  if (!prompts && !pictures) return '';
  const what = prompts && pictures ? 'Prompts and pictures are' : prompts ? 'Prompts are' : 'Pictures are';
  return ` ${what} checked by machine for this. Such a check can refuse or blur something, end a stream and close a link until one of us has looked; if it was wrong, write to us.`;
}
