import { useId } from 'react';
import { PageScript } from '../../web/island.tsx';
import { asCommand, type Proposal } from '../../worker/contract/propose-model.ts';

interface ConnectGpuProps {
  appName: string;
  /** `ws(s)://host` that workers dial */
  relayUrl: string;
  /** true if the reader is an operator of this server */
  operator: boolean;
  /** a model that suits this server's machine; for operators */
  proposal: Proposal | null;
}

const DIFFUSION = 'GENERATOR=diffusion MODEL=sdxs MODEL_LICENCE=accepted';

/** Ways to connect an AI generator, with commands that contain this server's address. */
export function ConnectGpuPage({ appName, relayUrl, operator, proposal }: ConnectGpuProps) {
  return (
    <article className="prose connect-gpu">
      <PageScript name="copy" />
      <h1>Connect a GPU worker</h1>
      <p className="connect-gpu-lead">
        Out of the box {appName} draws with a painter that is no AI. A worker brings the AI: it dials this
        server, draws one dream at a time, and needs no open port of its own.
      </p>
      {!operator && (
        <p className="connect-gpu-note">
          Connecting one takes the worker token, which whoever runs this site has. You can show them this
          page.
        </p>
      )}

      <section aria-labelledby="this-browser">
        <h2 id="this-browser">In a browser tab</h2>
        <p>
          Chrome and Edge reach the GPU of the computer that they run on. On such a computer an operator opens{' '}
          {operator ? <a href="/draw">Draw on this computer</a> : <code>/draw</code>}, chooses a model, and
          starts: nothing is installed, and the tab draws for as long as it is open. The page measures how
          fast it is first.
        </p>
      </section>

      <section aria-labelledby="this-box">
        <h2 id="this-box">On the box of this server</h2>
        {proposal ? (
          <Proposed {...proposal} />
        ) : (
          <>
            <p>Start the server with a model instead of the painter:</p>
            <Command text={`${DIFFUSION} bun run start`} />
          </>
        )}
        <p>
          The first start installs ONNX Runtime (290 MB) and fetches the model (0.7 to 2.4 GB). None is
          shipped: <code>MODEL_LICENCE=accepted</code> says that you have read the model’s licence, which is
          shown when you leave it out. A box without a GPU draws faster with <code>MODEL=sdxs-int8</code>.
        </p>
      </section>

      <section aria-labelledby="another-box">
        <h2 id="another-box">On another box</h2>
        <p>In a copy of this program, on a box that reaches this address:</p>
        <Command text={`RELAY_URL=${relayUrl} WORKER_TOKEN=PASTE-IT-HERE ${DIFFUSION} bun run worker`} />
        <p>
          The token is the setting <code>WORKER_TOKEN</code> of this server or, where that is not set, lies in
          the file <code>worker-token</code> in its data folder. It is never shown on a page.
        </p>
        {isLoopback(relayUrl) && (
          <p className="connect-gpu-note">
            <code>{relayUrl}</code> is an address within this box. Others reach the server once{' '}
            <code>HOST</code> and <code>PUBLIC_URL</code> are set.
          </p>
        )}
      </section>

      <section aria-labelledby="engine">
        <h2 id="engine">With an engine that runs already</h2>
        <p>
          ComfyUI, stable-diffusion.cpp, Helios, Krea Realtime, Daydream Scope and fal are wrapped by a worker
          beside them, or on any box that reaches them:
        </p>
        <Command
          text={`RELAY_URL=${relayUrl} WORKER_TOKEN=PASTE-IT-HERE GENERATOR=comfyui ENGINE_URL=http://gpu:8188 bun run worker`}
        />
        <p>
          What each needs, its licence and its settings are told in <code>modules/worker/README.md</code>.
          None was tried with its real model yet: ComfyUI’s and stable-diffusion.cpp’s own servers drew for us
          with toy models, the others were stand-ins that speak their protocol.
        </p>
      </section>

      <section aria-labelledby="own-worker">
        <h2 id="own-worker">With a worker of your own</h2>
        <p>
          Workers speak a small public protocol over one websocket, JSON with JPEGs or H.264, so one can be
          written in any language. <code>modules/protocol/worker-messages.ts</code> and{' '}
          <code>modules/protocol/frame.ts</code> are all of it.
        </p>
      </section>

      <section aria-labelledby="expect">
        <h2 id="expect">What to expect</h2>
        <p>
          The picture moves 16 times a second whatever the model does: between its pictures the worker blends,
          and the live page says how many the model draws.
        </p>
        <Reported />
      </section>
    </article>
  );
}

function Proposed({ machine, title, licence, rate, settings }: Proposal) {
  return (
    <>
      <p>
        {machine} {title} is proposed for it. {rate}
      </p>
      <Command text={`${asCommand({ settings })} MODEL_LICENCE=accepted bun run start`} />
      <p>
        {title} comes under <a href={licence.url}>{licence.name}</a>. {licence.remark}
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
        <span aria-live="polite">Copy</span>
      </button>
    </div>
  );
}

/** Third-party figures for other programs. They give the order of magnitude, and the page labels them as such. */
const REPORTED = [
  { machine: 'Processor i7-12700', by: 'fastsdcpu, OpenVINO', sdxs: '1.2', turbo: '0.6' },
  { machine: 'GeForce 3070 Ti, laptop', by: 'a WebNN demo, DirectML', sdxs: '–', turbo: 'up to 3' },
  { machine: 'GeForce 4090', by: 'StreamDiffusion, TensorRT', sdxs: '–', turbo: '94' },
  { machine: 'GeForce 5090', by: 'librediffusion', sdxs: 'over 600', turbo: '96' },
];

function Reported() {
  return (
    <table className="connect-gpu-figures">
      <caption>
        Pictures a second of 512 × 512, reported by others with other programs and not seen with this one.
        TensorRT, for one, compiles a model for its card, which ONNX Runtime here does not.
      </caption>
      <thead>
        <tr>
          <th scope="col">Machine</th>
          <th scope="col">SDXS</th>
          <th scope="col">SD-Turbo</th>
        </tr>
      </thead>
      <tbody>
        {REPORTED.map(({ machine, by, sdxs, turbo }) => (
          <tr key={machine}>
            <th scope="row">
              {machine}
              <small>{by}</small>
            </th>
            <td className="numbers">{sdxs}</td>
            <td className="numbers">{turbo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isLoopback = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).host);
