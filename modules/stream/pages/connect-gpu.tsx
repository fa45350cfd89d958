import { type ReactNode, useId } from 'react';
import { CardTable } from '../../../islands/ui/card-table.tsx';
import { ComparedDreams } from '../../../islands/ui/compared-dreams.tsx';
import { formatNumber } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';
import { PageScript } from '../../web/island.tsx';
import { asCommand, type Proposal } from '../../worker/contract/propose-model.ts';
import type { ComparedDream } from '../contract/compared.ts';

interface ConnectGpuProps {
  appName: string;
  /** `ws(s)://host` that workers dial */
  relayUrl: string;
  /** true if the reader is an operator of this server */
  operator: boolean;
  /** a model that suits this server's machine; for operators */
  proposal: Proposal | null;
  /** the reader's own dreams, for operators */
  compared: ComparedDream[];
}

const DIFFUSION = 'GENERATOR=diffusion MODEL=sdxs MODEL_LICENCE=accepted';

/** Ways to connect an AI generator, with commands that contain this server's address. */
export function ConnectGpuPage({ appName, relayUrl, operator, proposal, compared }: ConnectGpuProps) {
  return (
    <article className="prose connect-gpu">
      <PageScript name="copy" />
      <h1>{m.stream_gpu_title()}</h1>
      <p className="connect-gpu-lead">{m.stream_gpu_lead({ app: appName })}</p>
      {!operator && <p className="connect-gpu-note">{m.stream_gpu_visitor()}</p>}

      {operator && (
        <section aria-labelledby="compared">
          <h2 id="compared">{m.stream_gpu_compare_title()}</h2>
          {compared.length > 0 && <p>{m.stream_gpu_compare_lead()}</p>}
          <ComparedDreams dreams={compared} />
        </section>
      )}

      <section aria-labelledby="this-browser">
        <h2 id="this-browser">{m.stream_gpu_browser_title()}</h2>
        <p>
          {m.stream_gpu_browser({
            draw: () => (operator ? <a href="/draw">{m.stream_gpu_browser_link()}</a> : <code>/draw</code>),
          })}
        </p>
      </section>

      <section aria-labelledby="this-box">
        <h2 id="this-box">{m.stream_gpu_machine_title()}</h2>
        {proposal ? (
          <Proposed {...proposal} />
        ) : (
          <>
            <p>{m.stream_gpu_machine()}</p>
            <Command text={`${DIFFUSION} bun run start`} />
          </>
        )}
        <p>{m.stream_gpu_machine_first({ code })}</p>
      </section>

      <section aria-labelledby="another-box">
        <h2 id="another-box">{m.stream_gpu_other_title()}</h2>
        <p>{m.stream_gpu_other()}</p>
        <Command text={`RELAY_URL=${relayUrl} WORKER_TOKEN=PASTE-IT-HERE ${DIFFUSION} bun run worker`} />
        <p>{m.stream_gpu_token({ code })}</p>
        {isLoopback(relayUrl) && (
          <p className="connect-gpu-note">
            {m.stream_gpu_loopback({ address: () => <code>{relayUrl}</code>, code })}
          </p>
        )}
      </section>

      <section aria-labelledby="engine">
        <h2 id="engine">{m.stream_gpu_engine_title()}</h2>
        <p>{m.stream_gpu_engine()}</p>
        <Command
          text={`RELAY_URL=${relayUrl} WORKER_TOKEN=PASTE-IT-HERE GENERATOR=comfyui ENGINE_URL=http://gpu:8188 bun run worker`}
        />
        <p>{m.stream_gpu_engine_details({ code })}</p>
        <h3 id="card">{m.stream_gpu_card_title()}</h3>
        <CardTable />
      </section>

      <section aria-labelledby="own-worker">
        <h2 id="own-worker">{m.stream_gpu_own_title()}</h2>
        <p>{m.stream_gpu_own({ code })}</p>
      </section>

      <section aria-labelledby="expect">
        <h2 id="expect">{m.stream_gpu_expect_title()}</h2>
        <p>{m.stream_gpu_expect()}</p>
        <Reported />
      </section>
    </article>
  );
}

const code = (words: ReactNode) => <code>{words}</code>;

function Proposed({ machine, title, licence, rate, settings }: Proposal) {
  return (
    <>
      <p>{m.stream_gpu_proposed({ machine, title, rate })}</p>
      <Command text={`${asCommand({ settings })} MODEL_LICENCE=accepted bun run start`} />
      <p>
        {m.stream_gpu_licence({
          title,
          licence: () => <a href={licence.url}>{licence.name}</a>,
          remark: licence.remark,
        })}
      </p>
    </>
  );
}

function Command({ text }: { text: string }) {
  const id = useId();
  return (
    <div className="command">
      <code id={id}>{text}</code>
      <button type="button" className="button button-quiet" data-copy={text} aria-describedby={id} hidden>
        <span aria-live="polite">{m.stream_gpu_copy()}</span>
      </button>
    </div>
  );
}

/** Third-party figures for other programs. They give the order of magnitude, and the page labels them as such. */
const REPORTED = [
  {
    machine: m.stream_gpu_figures_cpu,
    by: 'fastsdcpu, OpenVINO',
    sdxs: () => formatNumber(1.2),
    turbo: () => formatNumber(0.6),
  },
  {
    machine: m.stream_gpu_figures_laptop,
    by: m.stream_gpu_figures_webnn,
    sdxs: () => '–',
    turbo: () => m.stream_gpu_figures_up_to({ rate: 3 }),
  },
  {
    machine: 'GeForce 4090',
    by: 'StreamDiffusion, TensorRT',
    sdxs: () => '–',
    turbo: () => formatNumber(94),
  },
  {
    machine: 'GeForce 5090',
    by: 'librediffusion',
    sdxs: () => m.stream_gpu_figures_over({ rate: 600 }),
    turbo: () => formatNumber(96),
  },
];

/** Names of products are plain strings. */
type Name = string | (() => string);
const nameOf = (name: Name) => (typeof name === 'string' ? name : name());
const isProduct = (name: Name) => (typeof name === 'string' ? 'no' : undefined);

function Reported() {
  return (
    <table className="connect-gpu-figures">
      <caption>{m.stream_gpu_figures()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.stream_gpu_figures_machine()}</th>
          <th scope="col" translate="no">
            SDXS
          </th>
          <th scope="col" translate="no">
            SD-Turbo
          </th>
        </tr>
      </thead>
      <tbody>
        {REPORTED.map(({ machine, by, sdxs, turbo }) => (
          <tr key={nameOf(machine)}>
            <th scope="row">
              <span translate={isProduct(machine)}>{nameOf(machine)}</span>
              <small translate={isProduct(by)}>{nameOf(by)}</small>
            </th>
            <td className="numbers">{sdxs()}</td>
            <td className="numbers">{turbo()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isLoopback = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).host);
