import { useState } from 'react';
import type { Locale } from '../../../modules/kit/texts/locale.ts';
import type { TranslatedMail, WrittenMail } from '../../../modules/mail/contract/compose.ts';

/** Key of the text for everyone whose language has no text of its own. */
export const ORIGINAL = '';

/** A language that people can choose. */
export interface Language {
  locale: Locale;
  name: string;
}

export const nameOf = (languages: readonly Language[], locale: Locale): string =>
  languages.find((one) => one.locale === locale)?.name ?? locale;

export interface AllTexts extends WrittenMail {
  translations: TranslatedMail[];
}

const EMPTY: WrittenMail = { subject: '', content: '' };

const isBlank = ({ subject, content }: WrittenMail) => !subject.trim() && !content.trim();

/** A mail being written: one text, and translations of it. */
export function useWritten() {
  const [texts, setTexts] = useState<ReadonlyMap<Locale, WrittenMail>>(new Map());
  const [language, setLanguage] = useState<Locale>(ORIGINAL);
  const shown = texts.get(language) ?? EMPTY;
  const original = texts.get(ORIGINAL) ?? EMPTY;
  const translations = [...texts].flatMap(([locale, text]) =>
    locale === ORIGINAL || isBlank(text) ? [] : { locale, ...text, subject: text.subject.trim() },
  );
  return {
    /** language of the text in the form */
    language,
    setLanguage,
    shown,
    change: (part: Partial<WrittenMail>) => setTexts(new Map(texts).set(language, { ...shown, ...part })),
    clear() {
      setTexts(new Map());
      setLanguage(ORIGINAL);
    },
    /** Blank translations don't count. */
    all: { ...original, subject: original.subject.trim(), translations } satisfies AllTexts,
    isBlank: isBlank(original) && translations.length === 0,
  };
}

export type Written = ReturnType<typeof useWritten>;
