import type { ReactNode } from 'react';
import { mailtoLink } from '../../kit/email-address.ts';

/** Operator that the texts speak for; all are settings. */
export interface LegalPageProps {
  appName: string;
  companyName: string;
  /** null: none is named, and people ask the operator */
  supportEmail: string | null;
  /** until a deleted dream is gone for good */
  hiddenDays: number;
  /** part of another page: no contents, no printing, and no ids that the page may have too */
  embedded?: boolean;
}

/** One numbered part of a legal text. */
export interface LegalSection {
  /** its address on the page */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalTextProps {
  title: string;
  /** the text in three sentences, which bind nobody */
  summary: ReactNode;
  sections: LegalSection[];
  embedded?: boolean | undefined;
}

/** A whole legal text: on its page, and as part of the page that asks for agreement. */
export function LegalText({ title, summary, sections, embedded = false }: LegalTextProps) {
  if (embedded) return <EmbeddedText title={title} summary={summary} sections={sections} />;
  return (
    <article className="prose legal">
      <header>
        <h1>{title}</h1>
        <LastUpdated />
        <p className="legal-summary">{summary}</p>
        <button type="button" className="button button-quiet legal-print" data-print="">
          Print
        </button>
      </header>
      <nav className="legal-contents" aria-labelledby="contents-title">
        <h2 id="contents-title">Contents</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-body">
        {sections.map(({ id, title, body }, index) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

function EmbeddedText({ title, summary, sections }: LegalTextProps) {
  return (
    <article className="prose legal legal-embedded">
      <header>
        <h2>{title}</h2>
        <LastUpdated />
        <p className="legal-summary">{summary}</p>
      </header>
      <div className="legal-body">
        {sections.map(({ id, title, body }, index) => (
          <section key={id}>
            <h3>
              {index + 1}. {title}
            </h3>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

function LastUpdated() {
  return (
    <p className="prose-date">
      Last updated <time dateTime="2025-09-12">September 12, 2025</time>
    </p>
  );
}

export function MailTo({ address }: { address: string | null }) {
  if (address === null) return 'the operator of this site';
  return <a href={mailtoLink(address)}>{address}</a>;
}
