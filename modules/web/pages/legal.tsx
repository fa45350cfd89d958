import { dialect } from '../../../db/dialect.ts';
import { mailtoLink } from '../../kit/email-address.ts';
import { fillSlots } from '../../kit/fill-slots.ts';
import { dayText } from '../../kit/shared/dates.ts';
import { escapeHtml } from '../../kit/shared/escape-html.ts';
import { directionOf } from '../../kit/texts/direction.ts';
import { BASE_LOCALE, currentLocale, inLocale, type Locale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { daysText } from '../privacy/durations.ts';
import { privacySlots } from '../privacy/tables.ts';
import type { LegalFacts } from './legal-facts.ts';
import {
  type LegalName,
  type LegalSection,
  type LegalText,
  readLegalText,
  readTranslation,
} from './legal-text.ts';

/** Day of the last change of either text. */
const UPDATED = '2025-09-12';
interface LegalPageProps extends LegalFacts {
  text: LegalName;
  /** Shown inside another page: without contents, print button and ids that might clash. */
  embedded?: boolean;
}

/** A complete legal text, as a page or embedded in the agreement page: in English, unless the operator has translated it. */
export function LegalPage({ text: name, embedded = false, ...facts }: LegalPageProps) {
  const translated = readTranslation(facts.dataDir, name, currentLocale());
  const language = translated ? currentLocale() : BASE_LOCALE;
  const text = inLocale(language, () => filled(translated ?? readLegalText(name), facts));
  const Heading = embedded ? 'h2' : 'h1';
  return (
    <article className={embedded ? 'prose legal legal-embedded' : 'prose legal'}>
      <header>
        <Heading lang={language} dir={directionOf(language)}>
          {text.title}
        </Heading>
        <p className="prose-date">
          {m.web_legal_updated({
            date: () => <time dateTime={UPDATED}>{dayText(Date.parse(UPDATED))}</time>,
          })}
        </p>
        {language !== currentLocale() && <p className="legal-language">{m.web_legal_only_english()}</p>}
        {html('p', text.summary, { className: 'legal-summary', lang: language, dir: directionOf(language) })}
        {!embedded && (
          <button type="button" className="button button-quiet legal-print" data-print="">
            {m.web_legal_print()}
          </button>
        )}
      </header>
      {!embedded && <Contents language={language} sections={text.sections} />}
      <div className="legal-body" lang={language} dir={directionOf(language)}>
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

function Contents({ language, sections }: { language: Locale; sections: readonly LegalSection[] }) {
  return (
    <nav className="legal-contents" aria-labelledby="contents-title">
      <h2 id="contents-title">{m.web_legal_contents()}</h2>
      <ol lang={language} dir={directionOf(language)}>
        {sections.map(({ id, title }) => (
          <li key={id}>
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
        ? m.web_privacy_operator()
        : `<a href="${escapeHtml(mailtoLink(supportEmail))}">${escapeHtml(supportEmail)}</a>`,
    BACKUPS: daysText(facts.backupDays),
    ERASED: ERASED[dialect](),
    ENCRYPTED: facts.secure ? `${m.web_privacy_encrypted()} ` : '',
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
const ERASED = { sqlite: m.web_privacy_erased_sqlite, postgres: m.web_privacy_erased_postgres };

/** Empty if nothing is classified. */
const checkedWords = ({ prompts, images }: LegalFacts['checks']): string =>
  [
    ...(prompts ? [m.web_privacy_checked_prompts()] : []),
    ...(images ? [m.web_privacy_checked_images()] : []),
  ].join(' ');

function endedWords({ prompts, images }: LegalFacts['checks']): string {
  if (!prompts && !images) return '';
  if (prompts && images) return ` ${m.web_privacy_ended_both()}`;
  return ` ${prompts ? m.web_privacy_ended_prompts() : m.web_privacy_ended_images()}`;
}
