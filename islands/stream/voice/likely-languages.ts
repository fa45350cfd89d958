/** Codes of the languages that the person probably speaks: the page's, then the browser's. */
export const likelyLanguages = (): string[] => [
  ...new Set(
    [document.documentElement.lang, ...navigator.languages].map(
      (tag) => tag.split('-')[0]?.toLowerCase() ?? '',
    ),
  ),
];
