import type { LegalFacts } from '../pages/legal-facts.ts';
import { type BrowserData, CACHES, COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from './browser-data.ts';
import { KEPT_DATA, type KeptData } from './kept-data.ts';

/** HTML for the lists and tables of the privacy page. */
export const privacySlots = (facts: LegalFacts): Record<string, string> => ({
  KEPT: listOf(KEPT_DATA.map(({ title, what }) => `<strong>${title}.</strong> ${what(facts)}`)),
  ENDS: tableOf(
    ['What', 'Where', 'How long'],
    KEPT_DATA.map(({ title, where, until }) => [title, PLACES[where], `${capital(until(facts))}.`]),
  ),
  COOKIES: browserTable(COOKIES),
  STORED: browserTable([...LOCAL_STORAGE, ...SESSION_STORAGE, ...CACHES]),
  RECIPIENTS: listOf(facts.recipients.map(({ who, gets }) => `<strong>${capital(who)}:</strong> ${gets}.`)),
});

const PLACES: Record<KeptData['where'], string> = {
  database: 'Our database',
  'database and files': 'Our database and files',
  files: 'Files of our server',
  'payment provider': 'Our database and our payment provider',
  memory: 'Memory of the program, or our database where it runs on several servers',
  copies: 'Copies that we keep apart',
};

const browserTable = (rows: readonly BrowserData[]) =>
  tableOf(
    ['Name', 'What it holds', 'How long'],
    rows.map(({ name, what, until }) => [`<code>${name}</code>`, capital(what), capital(until)]),
  );

const listOf = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
