/**
 * Everything that the site stores in a browser. The privacy page shows these tables, and a test compares them with the
 * sources. All of it is necessary for what the person asked for.
 */
export interface BrowserData {
  /** Name; `…` stands for a variable part. */
  name: string;
  /** Completes a sentence. */
  what: string;
  until: string;
}

/** Over https, the server's cookies have the prefix `__Host-`. */
export const COOKIES: readonly BrowserData[] = [
  {
    name: 'reverie-sid…',
    what: 'keeps you signed in',
    until: '30 days after the last use, or until you sign out',
  },
  { name: 'signing-in-…', what: 'brings you safely back from your sign-in provider', until: '10 minutes' },
  { name: 'connecting-…', what: 'remembers a sign-in that waits for your word', until: '30 minutes' },
  { name: 'signed-in', what: 'says that you have just signed in', until: 'the next page, a minute at most' },
  { name: 'signed-out', what: 'says that you were signed in here', until: 'a day, or until you sign in' },
  { name: 'theme', what: 'your theme', until: 'a year' },
  { name: 'dreamboard-sort', what: 'the order of your dreamboard', until: 'a year' },
  { name: 'fonts', what: 'that your browser has our fonts', until: 'a year' },
];

const SIGN_OUT = 'until you sign out';
const GOOD = 'until you clear it';

export const LOCAL_STORAGE: readonly BrowserData[] = [
  { name: 'stream-personal', what: 'texts of your settings on the stream page', until: SIGN_OUT },
  { name: 'feedback-session-id', what: 'the dream that you are asked about next', until: SIGN_OUT },
  { name: 'feedback-session-owner', what: 'whose dream that is', until: SIGN_OUT },
  { name: 'feedbackModalDisabled', what: 'that you don’t want to be asked about dreams', until: GOOD },
  { name: 'signed-out', what: 'when you signed out here, so that other tabs notice', until: GOOD },
  { name: 'signOutPending', what: 'that a sign-out has not reached us yet', until: 'until it has' },
  { name: 'stream-settings', what: 'choices of the stream page, such as language and sound', until: GOOD },
  { name: 'voice-speed', what: 'how fast this device understands speech', until: GOOD },
  { name: 'no-video', what: 'that this browser can’t show the video itself', until: GOOD },
  { name: 'no-copy', what: 'that this browser can’t copy pictures of it', until: GOOD },
  { name: 'theme', what: 'your theme', until: GOOD },
  { name: 'dreamboard-sort', what: 'the order of your dreamboard', until: GOOD },
  { name: 'dreamboard-filter', what: 'which dreams your dreamboard shows', until: GOOD },
  { name: 'draw-model', what: 'the model that this browser draws with', until: GOOD },
];

const TAB = 'until you close the tab or sign out';

export const SESSION_STORAGE: readonly BrowserData[] = [
  { name: 'stream-draft', what: 'a prompt that you have not sent', until: TAB },
  { name: 'dreamboard-place', what: 'where you were on your dreamboard', until: TAB },
  { name: 'postLoginRedirect', what: 'where to go after you have signed in', until: TAB },
  { name: 'admin-…', what: 'what an operator’s page showed', until: TAB },
];

/** Caches and folders that our scripts fill. */
export const CACHES: readonly BrowserData[] = [
  {
    name: 'archives',
    what: 'dreams that you download together, on their way to your disk',
    until: '10 minutes after they are whole, or when a dreamboard is next opened here',
  },
  {
    name: 'models',
    what: 'models that understand your speech or draw here',
    until: 'until you remove them in the settings of the stream page, or clear it',
  },
];
