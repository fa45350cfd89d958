import { m } from '../../kit/texts/m.ts';
import type { LegalFacts } from '../pages/legal-facts.ts';
import { type BrowserData, CACHES, COOKIES, LOCAL_STORAGE, SESSION_STORAGE } from './browser-data.ts';
import { KEPT_DATA, type KeptData } from './kept-data.ts';

/** HTML for the lists and tables of the privacy page. */
export const privacySlots = (facts: LegalFacts): Record<string, string> => ({
  KEPT: listOf(KEPT_DATA.map(({ title, what }) => [title(), what(facts)])),
  ENDS: tableOf(
    [m.web_privacy_head_what(), m.web_privacy_head_where(), m.web_privacy_head_how_long()],
    KEPT_DATA.map(({ title, where, until }) => [title(), PLACES[where](), until(facts)]),
  ),
  COOKIES: browserTable(COOKIES),
  STORED: browserTable([...LOCAL_STORAGE, ...SESSION_STORAGE, ...CACHES]),
  RECIPIENTS: listOf(facts.recipients.map(({ who, gets }) => [who(), gets()])),
});

const PLACES: Record<KeptData['where'], () => string> = {
  database: m.web_privacy_place_database,
  'database and files': m.web_privacy_place_database_files,
  files: m.web_privacy_place_files,
  'payment provider': m.web_privacy_place_payment,
  memory: m.web_privacy_place_memory,
  copies: m.web_privacy_place_copies,
};

const browserTable = (rows: readonly BrowserData[]) =>
  tableOf(
    [m.web_privacy_head_name(), m.web_privacy_head_holds(), m.web_privacy_head_how_long()],
    rows.map(({ name, what, until }) => [`<code>${name}</code>`, what(), until()]),
  );

const listOf = (items: readonly (readonly [string, string])[]) =>
  `<ul>${items.map(([title, text]) => `<li><strong>${title}.</strong> ${text}</li>`).join('')}</ul>`;

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`;
