import { ANSWER_DAYS, REQUEST_KINDS } from '../../../modules/admin/contract/people/request-kinds.ts';
import type { RequestsAnswer } from '../../../modules/admin/contract/people/requests.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { localTime } from '../format.ts';
import { Lines } from '../lines.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useLive } from '../use-live.ts';
import { OpenRequest } from './open-request.tsx';
import { RequestForm } from './request-form.tsx';

const POLL_MS = 60_000;

/** Users' requests about their data: next due first, what can be done, and what was done. */
export function RequestsView() {
  const { data, error, mutate } = useLive<RequestsAnswer, string>(
    'requests',
    () => send({ action: 'getRequests' }),
    {
      everyMs: POLL_MS,
      what: 'requests not read',
    },
  );
  const change = async (body: object) => {
    await mutate(await send(body), { revalidate: false });
  };
  return (
    <section className="admin-view" aria-labelledby="requests-title">
      <h2 id="requests-title" className="numbers">
        {data ? m.admin_requests_title_open({ count: data.open.length }) : m.admin_requests_title()}
      </h2>
      <p>{m.admin_requests_text({ days: ANSWER_DAYS })}</p>
      {error && (
        <LoadFailure
          text={m.admin_forms_load_requests}
          reason={error.message}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && (
        <p className="admin-note" role="status">
          {m.admin_requests_loading()}
        </p>
      )}
      {data?.open.length === 0 && <p className="admin-note">{m.admin_requests_none_open()}</p>}
      {data?.open.map((request) => (
        <OpenRequest
          key={request.id}
          request={request}
          onAnswer={(answer) => change({ action: 'answerRequest', requestId: request.id, answer })}
        />
      ))}
      <RequestForm onAdd={(request) => change({ action: 'addRequest', ...request })} />
      {data && data.done.length > 0 && (
        <section className="admin-card" aria-labelledby="requests-done">
          <h3 id="requests-done">{m.admin_requests_done_title()}</h3>
          <Lines
            label={m.admin_requests_done_label()}
            nothing=""
            lines={data.done.map(({ done_at, kind, person, answer, received_at }) => ({
              at: done_at ?? received_at,
              what: person
                ? m.admin_requests_done_line({ kind: REQUEST_KINDS[kind](), person })
                : REQUEST_KINDS[kind](),
              detail: [m.admin_requests_done_received({ time: localTime(received_at) }), answer]
                .filter(Boolean)
                .join(' · '),
            }))}
          />
        </section>
      )}
    </section>
  );
}

const send = (body: object) => adminApi<RequestsAnswer>('request-data', body);
