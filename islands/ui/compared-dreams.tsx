import { m } from '../../modules/kit/texts/m.ts';
import type { ComparedDream } from '../../modules/stream/contract/compared.ts';

/** An operator's first dreams by a model, each next to the painter's picture of the same prompts. */
export function ComparedDreams({ dreams }: { dreams: readonly ComparedDream[] }) {
  if (dreams.length === 0) {
    return (
      <div className="compared" data-empty>
        <div className="compared-pair" aria-hidden="true">
          <Side label={m.stream_gpu_compare_painter()} />
          <Side label={m.stream_gpu_compare_gpu()} />
        </div>
        <p>{m.stream_gpu_compare_empty()}</p>
      </div>
    );
  }
  return (
    <div className="compared">
      {dreams.map(({ session_id: id, prompts, generator, still_url: still, painted_url: painted }) => (
        <figure key={id}>
          <div className="compared-pair">
            <Side label={m.stream_gpu_compare_painter()} image={painted} />
            <Side label={m.stream_gpu_compare_gpu()} image={still} />
          </div>
          <figcaption>
            <a href={`/session?session_id=${encodeURIComponent(id)}`} dir="auto">
              {prompts.join(' · ')}
            </a>{' '}
            · {generator}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Side({ label, image }: { label: string; image?: string }) {
  return (
    <div className="compared-side">
      {image && <img src={image} alt={label} width={640} height={360} loading="lazy" decoding="async" />}
      <span aria-hidden={image !== undefined}>{label}</span>
    </div>
  );
}
