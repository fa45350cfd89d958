/** The home page's promo video: plays unless the system asks for reduced motion or data; a button pauses it. */
const film = document.querySelector<HTMLVideoElement>('video[data-promo]');
const toggle = document.querySelector<HTMLElement>('[data-promo-toggle]');
if (film && toggle) start(film, toggle);

function start(film: HTMLVideoElement, toggle: HTMLElement) {
  const play = () => film.play().catch(() => undefined);
  toggle.hidden = false;
  toggle.addEventListener('click', () => (film.paused ? void play() : film.pause()));
  film.addEventListener('playing', () => toggle.setAttribute('aria-pressed', 'false'));
  film.addEventListener('pause', () => toggle.setAttribute('aria-pressed', 'true'));
  if (matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches) return;
  // After the page and its fonts have loaded.
  if (document.readyState === 'complete') play();
  else window.addEventListener('load', play, { once: true });
}
