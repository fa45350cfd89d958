import type { AppContext } from './context.ts';
import { cookieValues } from './cookies.ts';

/** The theme last chosen in this browser, or null to follow the system. */
export function chosenTheme(c: AppContext): 'light' | 'dark' | null {
  const isTheme = (value: string) => value === 'light' || value === 'dark';
  return cookieValues(c, 'theme').find(isTheme) ?? null;
}

/**
 * Runs before the first paint. Local storage holds the choice. The cookie mirrors it, so that the server can set the
 * class, and is corrected here if they disagree.
 */
export const themeScript = `(function(){var c=document.documentElement.classList,t;
try{t=localStorage.getItem('theme')}catch(e){t=c.contains('dark')?'dark':c.contains('light')?'light':null}
var s=t==='dark'||t==='light',d=s?t==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
c.toggle('dark',d);c.toggle('light',!d);
var m=document.cookie.match(/(?:^|; )theme=(dark|light)(?:;|$)/),h=m?m[1]:null;
if(s&&h!==t)document.cookie='theme='+t+'; Path=/; Max-Age=31536000; SameSite=Lax';
else if(!s&&h)document.cookie='theme=; Path=/; Max-Age=0; SameSite=Lax'})()`.replaceAll('\n', '');
