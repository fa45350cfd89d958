/**
 * The home page's promo video: plays unless the system asks for reduced motion or data; a button pauses it. Its prompts
 * are typed into the empty prompt line just before the video follows them. Once it plays, or a visitor turns to the
 * prompt line, the live page's files are fetched.
 */
const film = document.querySelector<HTMLVideoElement>('video[data-promo]');
const toggle = document.querySelector<HTMLElement>('[data-promo-toggle]');
if (film && toggle) start(film, toggle);
const line = document.querySelector('.home-prompt');
for (const turn of ['focusin', 'pointerover']) line?.addEventListener(turn, fetchNext, { once: true });
film?.addEventListener('playing', fetchNext, { once: true });

function fetchNext() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-next]')) link.rel = 'prefetch';
}

/** Before the video follows a prompt, in seconds: typing begins, and ends. */
const TYPED_FROM = 1.9;
const TYPED_UNTIL = 0.4;

function start(film: HTMLVideoElement, toggle: HTMLElement) {
  const play = () => film.play().catch(() => undefined);
  toggle.hidden = false;
  toggle.addEventListener('click', () => (film.paused ? void play() : film.pause()));
  film.addEventListener('playing', () => {
    toggle.setAttribute('aria-pressed', 'false');
    type(film);
  });
  film.addEventListener('pause', () => toggle.setAttribute('aria-pressed', 'true'));
  if (matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return;
  // After the page and its fonts have loaded.
  if (document.readyState === 'complete') play();
  else window.addEventListener('load', play, { once: true });
}

/** Types while the video plays. The prompts are only placeholders, so whatever the visitor writes replaces them. */
function type(film: HTMLVideoElement) {
  const line = document.querySelector<HTMLInputElement>('.home-prompt-line input');
  if (!line) return;
  const prompts = (JSON.parse(film.dataset.promo ?? '[]') as [number, string][]).map(
    ([at, words]) => [at, [...words]] as const,
  );
  const show = () => {
    if (film.paused || !line.isConnected) return;
    requestAnimationFrame(show);
    // Seconds since its typing started; the next loop's first prompt starts at the end of this loop.
    const age = ([at]: (typeof prompts)[number]) =>
      (film.currentTime - at + TYPED_FROM + film.duration) % film.duration;
    const newest = prompts.reduce((a, b) => (age(a) < age(b) ? a : b));
    const share = age(newest) / (TYPED_FROM - TYPED_UNTIL);
    const words = newest[1].slice(0, Math.ceil(share * newest[1].length)).join('');
    if (line.placeholder !== words) line.placeholder = words;
  };
  requestAnimationFrame(show);
}
