import manifest from '../../package.json' with { type: 'json' };
import { m } from '../kit/texts/m.ts';
import type { App, AppContext } from '../web/context.ts';
import { renderPage } from '../web/document.tsx';
import { publicOrigin } from '../web/security.ts';
import { asyncApi } from './asyncapi.ts';
import type { openApi } from './openapi.ts';
import { DocsPage } from './pages/docs.tsx';

const { version } = manifest;
const titleOf = (c: AppContext) => c.get('config').APP_NAME;
const originOf = (c: AppContext) => publicOrigin(c.get('config'), c.req.raw);

/** The documentation of all calls and sockets, for programs and for people. */
export function registerDocs(app: App): void {
  let calls: ReturnType<typeof openApi> | null = null;
  app.get('/api/openapi.json', async (c) => {
    calls ??= import('./openapi.ts').then(({ openApi: describe }) =>
      describe({ title: titleOf(c), version }),
    );
    return c.json(await calls);
  });
  app.get('/api/asyncapi.json', (c) => c.json(asyncApi({ title: titleOf(c), version, origin: originOf(c) })));
  app.get('/api/docs', (c) =>
    renderPage(c, {
      title: m.api_tab(),
      isIndexed: true,
      page: <DocsPage appName={titleOf(c)} origin={originOf(c)} />,
    }),
  );
}
