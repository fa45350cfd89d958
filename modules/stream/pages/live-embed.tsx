import { isMadeByAi } from '../../dreams/contract/source-type.ts';
import { EmbedPage } from '../../dreams/dreams.ts';
import { m } from '../../kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import type { AppContext } from '../../web/context.ts';
import { LooseScript } from '../../web/head-assets.tsx';
import { publicOrigin } from '../../web/security.ts';
import type { Watched } from '../audience/watching.ts';

interface LiveEmbedProps {
  c: AppContext;
  watchId: string;
  name: string;
  /** null if the link is closed */
  found: Watched | null;
}

/** A live dream in a frame of another site. Frames that keep scripts out show its link. */
export function LiveEmbed({ c, watchId, name, found }: LiveEmbedProps) {
  const { APP_NAME: appName } = c.get('config');
  const link = `${publicOrigin(c.get('config'), c.req.raw)}/watch/${watchId}`;
  const page = { nonce: c.get('secureHeadersNonce'), appName, link, name };
  if (!found)
    return (
      <EmbedPage {...page} isAi={null}>
        <p>{m.stream_watch_closed()}</p>
      </EmbedPage>
    );
  return (
    <EmbedPage
      {...page}
      isAi={isMadeByAi(found.dream)}
      fromCamera={found.dream.fromCamera}
      script={<LooseScript c={c} name="embed-live" />}
    >
      <canvas
        data-watch={watchId}
        width={FRAME_WIDTH}
        height={FRAME_HEIGHT}
        role="img"
        aria-label={m.stream_watch_canvas()}
      />
      <p role="status">{m.stream_watch_embed()}</p>
    </EmbedPage>
  );
}
