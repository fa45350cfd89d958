import { m } from '../../kit/texts/m.ts';

/**
 * Everything that the site stores in a browser. The privacy page shows these tables, and a test compares them with the
 * sources. All of it is necessary for what the person asked for.
 */
export interface BrowserData {
  /** Name; `…` stands for a variable part. */
  name: string;
  what(): string;
  until(): string;
}

/** Over https, the server's cookies have the prefix `__Host-`. */
export const COOKIES: readonly BrowserData[] = [
  { name: 'reverie-sid…', what: m.web_privacy_cookie_sid, until: m.web_privacy_until_sid },
  { name: 'signing-in-…', what: m.web_privacy_cookie_signing_in, until: m.web_privacy_until_10_minutes },
  { name: 'connecting-…', what: m.web_privacy_cookie_connecting, until: m.web_privacy_until_30_minutes },
  { name: 'words', what: m.web_privacy_cookie_words, until: m.web_privacy_until_30_minutes },
  { name: 'signed-in', what: m.web_privacy_cookie_signed_in, until: m.web_privacy_until_next_page },
  { name: 'signed-out', what: m.web_privacy_cookie_signed_out, until: m.web_privacy_until_day_or_sign_in },
  { name: 'theme', what: m.web_privacy_stored_theme, until: m.web_privacy_until_year },
  { name: 'language', what: m.web_privacy_cookie_language, until: m.web_privacy_until_year },
  { name: 'dreamboard-sort', what: m.web_privacy_stored_sort, until: m.web_privacy_until_year },
  { name: 'fonts', what: m.web_privacy_cookie_fonts, until: m.web_privacy_until_year },
];

export const LOCAL_STORAGE: readonly BrowserData[] = [
  { name: 'stream-personal', what: m.web_privacy_stored_personal, until: m.web_privacy_until_sign_out },
  {
    name: 'feedback-session-id',
    what: m.web_privacy_stored_feedback_id,
    until: m.web_privacy_until_sign_out,
  },
  {
    name: 'feedback-session-fresh',
    what: m.web_privacy_stored_feedback_fresh,
    until: m.web_privacy_until_sign_out,
  },
  {
    name: 'feedback-session-owner',
    what: m.web_privacy_stored_feedback_owner,
    until: m.web_privacy_until_sign_out,
  },
  {
    name: 'feedbackModalDisabled',
    what: m.web_privacy_stored_feedback_off,
    until: m.web_privacy_until_cleared,
  },
  { name: 'signed-out', what: m.web_privacy_stored_signed_out, until: m.web_privacy_until_cleared },
  { name: 'signOutPending', what: m.web_privacy_stored_sign_out_pending, until: m.web_privacy_until_reached },
  { name: 'stream-settings', what: m.web_privacy_stored_stream_settings, until: m.web_privacy_until_cleared },
  { name: 'voice-speed', what: m.web_privacy_stored_voice_speed, until: m.web_privacy_until_cleared },
  { name: 'no-video', what: m.web_privacy_stored_no_video, until: m.web_privacy_until_cleared },
  { name: 'no-copy', what: m.web_privacy_stored_no_copy, until: m.web_privacy_until_cleared },
  { name: 'theme', what: m.web_privacy_stored_theme, until: m.web_privacy_until_cleared },
  { name: 'dreamboard-sort', what: m.web_privacy_stored_sort, until: m.web_privacy_until_cleared },
  { name: 'dreamboard-filter', what: m.web_privacy_stored_filter, until: m.web_privacy_until_cleared },
  { name: 'player-captions', what: m.web_privacy_stored_captions, until: m.web_privacy_until_cleared },
  { name: 'player-volume', what: m.web_privacy_stored_volume, until: m.web_privacy_until_cleared },
  { name: 'sound', what: m.web_privacy_stored_sound, until: m.web_privacy_until_cleared },
  { name: 'draw-model', what: m.web_privacy_stored_draw_model, until: m.web_privacy_until_cleared },
];

export const SESSION_STORAGE: readonly BrowserData[] = [
  { name: 'stream-draft', what: m.web_privacy_stored_draft, until: m.web_privacy_until_tab_closed },
  { name: 'dreamboard-place', what: m.web_privacy_stored_place, until: m.web_privacy_until_tab_closed },
  { name: 'postLoginRedirect', what: m.web_privacy_stored_redirect, until: m.web_privacy_until_tab_closed },
  { name: 'watch-…', what: m.web_privacy_stored_watch, until: m.web_privacy_until_tab_closed },
  { name: 'admin-…', what: m.web_privacy_stored_admin, until: m.web_privacy_until_tab_closed },
];

/** Caches and folders that our scripts fill. */
export const CACHES: readonly BrowserData[] = [
  { name: 'archives', what: m.web_privacy_cache_archives, until: m.web_privacy_until_archives },
  { name: 'models', what: m.web_privacy_cache_models, until: m.web_privacy_until_models },
];
