import { directionOf } from '../../kit/texts/direction.ts';
import { currentLocale, inLocale, type Locale } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { shownLocales } from '../../kit/texts/offered.ts';
import { GlobeIcon } from './icons.tsx';

/** Id of the popover, which every page contains once. */
const LIST = 'languages';

const nameOf = (locale: Locale): string => inLocale(locale, m.web_language_name);

/** Opens the list of languages. Renders nothing if there is only one. */
export function LanguageButton({ className }: { className: string }) {
  if (shownLocales().length < 2) return null;
  const name = nameOf(currentLocale());
  return (
    <button
      type="button"
      className={className}
      popoverTarget={LIST}
      aria-label={m.web_language_label({ name })}
    >
      <GlobeIcon />
      <span>{name}</span>
    </button>
  );
}

/** A form in a popover, so that it works without scripts. @param back path to return to */
export function LanguageList({ back }: { back: string }) {
  if (shownLocales().length < 2) return null;
  return (
    <form
      id={LIST}
      className="menu languages"
      popover="auto"
      method="post"
      action="/language"
      aria-label={m.web_language_title()}
    >
      <input type="hidden" name="back" value={back} />
      {shownLocales().map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          className="menu-item"
          lang={locale}
          dir={directionOf(locale)}
          aria-current={locale === currentLocale() ? 'true' : undefined}
        >
          {nameOf(locale)}
        </button>
      ))}
    </form>
  );
}
