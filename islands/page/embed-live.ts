import { joinSentences } from '../../modules/kit/texts/sentences.ts';
import { startWorker } from '../stream/frames/start-worker.ts';
import { WatchController } from '../watch/watch-controller.ts';
import { firstState } from '../watch/watch-state.ts';
import { wordsOf } from '../watch/watch-words.ts';

/** A live dream in a frame of another site. Without this script, the page shows the link to it. */
const canvas = document.querySelector('canvas');
const words = document.querySelector('main p');
const watchId = canvas?.dataset.watch;

if (canvas && words && watchId) {
  const first = { state: 'waiting', websocketUrl: null, watching: 0, sharedUrl: null } as const;
  const controller = new WatchController(watchId, firstState(first, null), startWorker(canvas));
  controller.subscribe(() => {
    const state = controller.getState();
    const { title, about } = wordsOf(state) ?? {};
    const text = joinSentences([title, about]);
    if (words.textContent !== text) words.textContent = text;
    // WebKit doesn't notice by itself that the text next to it is gone.
    canvas.toggleAttribute('data-covered', text !== '');
    // The film, or a page that waits for it.
    if (state.place === 'ended' && state.sharedUrl)
      location.replace(`/embed/${state.sharedUrl.split('/').at(-1)}`);
  });
  controller.start();
}
