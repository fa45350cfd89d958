import { m } from '../../kit/texts/m.ts';
import { shownLocales } from '../../kit/texts/offered.ts';
import { LanguageButton } from '../../web/layout/languages.tsx';

/** Language of pages and mails. */
export function LanguageCard() {
  if (shownLocales().length < 2) return null;
  return (
    <section className="card" aria-labelledby="language-title">
      <h2 id="language-title">{m.web_language_title()}</h2>
      <p>{m.account_language_text()}</p>
      <div className="card-actions">
        <LanguageButton className="button" />
      </div>
    </section>
  );
}
