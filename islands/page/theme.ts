import { writeStored } from '../browser/stored.ts';

/** The theme switch. Local storage holds the choice, and a cookie lets the server render it. */
const page = document.documentElement;

export function startTheme() {
  showTheme(page.classList.contains('dark'));
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', () => {
    if (!isChosen()) showTheme(system.matches);
  });
  window.addEventListener('storage', (event) => {
    if (event.key === 'theme' && event.newValue) showTheme(event.newValue === 'dark');
  });
}

export function switchTheme() {
  const dark = !page.classList.contains('dark');
  showTheme(dark);
  const theme = dark ? 'dark' : 'light';
  writeStored('theme', theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** Reads the cookie, which mirrors the choice even if storage is disabled. */
const isChosen = () => /(?:^|; )theme=(dark|light)/.test(document.cookie);

function showTheme(dark: boolean) {
  page.classList.toggle('dark', dark);
  page.classList.toggle('light', !dark);
  for (const control of document.querySelectorAll('[data-theme-switch]')) {
    control.setAttribute('aria-checked', String(dark));
  }
}
