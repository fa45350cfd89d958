/** Shows the status of a recorded dream's player; the controls are the browser's own. */
import { m } from '../../modules/kit/texts/m.ts';

const CLEAR_AFTER_MS = 5000;

for (const player of document.querySelectorAll<HTMLElement>('[data-player]')) watch(player);

function watch(player: HTMLElement) {
  const video = player.querySelector('video');
  const status = player.querySelector<HTMLElement>('[data-player-status]');
  if (!video || !status) return;
  const show = (text: string) => {
    status.textContent = text;
    status.hidden = text === '';
  };
  const fail = () => {
    show(m.web_video_failed());
    status.setAttribute('role', 'alert');
    setTimeout(() => show(m.web_video_missing()), CLEAR_AFTER_MS);
  };
  // After the page has loaded, because the video would compete with it for bandwidth.
  const load = async () => {
    video.preload = 'metadata';
    const { poster } = video.dataset;
    if (!poster) return;
    const large = new Image();
    large.src = poster;
    await large.decode().catch(() => undefined);
    if (large.naturalWidth > 0) video.poster = poster;
  };
  if (document.readyState === 'complete') void load();
  else window.addEventListener('load', load, { once: true });
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) show('');
  else if (video.error) fail();
  else show(m.web_video_loading());
  video.addEventListener('loadedmetadata', () => show(''));
  video.addEventListener('error', fail);
}
