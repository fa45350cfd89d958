import { formatNumber } from '../../modules/kit/texts/formats.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** Left to right and on one line in every language. */
const OPTION = '\u2066\u2011\u2011max\u2011vram\u00a06\u2069';

interface Fit {
  /** its value of `GENERATOR` */
  engine: string;
  /** the model's needs and speed */
  text: () => string;
  /** origin of the figures */
  source: string;
}

const DIFFUSION: Fit = {
  engine: 'diffusion',
  text: () => m.stream_gpu_card_diffusion({ sdxs: 3.8, turbo: 4.7, rate: 29 }),
  source: 'tests/bench/gpu.sh',
};
const SDCPP = 'github.com/leejet/stable-diffusion.cpp';
const RADAMES = 'github.com/radames/Real-Time-Latent-Consistency-Model';
const KLEIN = 'huggingface.co/black-forest-labs/FLUX.2-klein-4B';

/** Graphics memory in GB, or null for a Mac. Each row adds to those above it. */
const CARDS: readonly { gigabytes: number | null; fits: readonly Fit[] }[] = [
  {
    gigabytes: 8,
    fits: [
      DIFFUSION,
      { engine: 'sdcpp', text: () => m.stream_gpu_card_clips({ option: OPTION }), source: SDCPP },
    ],
  },
  {
    gigabytes: 12,
    fits: [
      {
        engine: 'lcm',
        text: () => m.stream_gpu_card_lcm({ rate: 94 }),
        source: 'github.com/cumulo-autumn/StreamDiffusion',
      },
    ],
  },
  {
    gigabytes: 16,
    fits: [
      { engine: 'comfyui', text: () => m.stream_gpu_card_klein({ memory: 13 }), source: KLEIN },
      {
        engine: 'biome',
        text: () => m.stream_gpu_card_biome({ memory: 16, rate: 30 }),
        source: 'github.com/Overworldai/Biome',
      },
    ],
  },
  {
    gigabytes: 24,
    fits: [
      {
        engine: 'scope',
        text: () => m.stream_gpu_card_scope({ memory: 20, rate: 20 }),
        source: 'github.com/daydreamlive/scope',
      },
      {
        engine: 'lcm',
        text: () => m.stream_gpu_card_v2({ memory: 24, rate: 16 }),
        source: 'github.com/chenfengxu714/StreamDiffusionV2',
      },
    ],
  },
  {
    gigabytes: 32,
    fits: [
      {
        engine: 'joyai',
        text: () => m.stream_gpu_card_joyai({ memory: 28, rate: 24 }),
        source: 'github.com/jd-opensource/JoyAI-Video-Edit',
      },
    ],
  },
  {
    gigabytes: null,
    fits: [
      { engine: 'diffusion', text: m.stream_gpu_card_mac_tab, source: '/draw' },
      { engine: 'sdcpp', text: m.stream_gpu_card_mac_metal, source: SDCPP },
      { engine: 'lcm', text: m.stream_gpu_card_mac_mps, source: RADAMES },
    ],
  },
];

/** Engines by the memory of the card that they fit, each with its figures and their source. */
export function CardTable() {
  return (
    <table className="card-table">
      <caption>{m.stream_gpu_card_caption()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.stream_gpu_card_memory()}</th>
          <th scope="col">{m.stream_gpu_card_engines()}</th>
        </tr>
      </thead>
      <tbody>
        {CARDS.map(({ gigabytes, fits }) => (
          <tr key={gigabytes ?? 'mac'}>
            <th scope="row" className="numbers">
              {gigabytes === null
                ? m.stream_gpu_card_mac()
                : formatNumber(gigabytes, { style: 'unit', unit: 'gigabyte' })}
            </th>
            <td>
              <ul>
                {fits.map(({ engine, text, source }) => (
                  <li key={engine + source}>
                    <code translate="no">{engine}</code> <span>{text()}</span>
                    <small translate="no">
                      <bdi dir="ltr">{source}</bdi>
                    </small>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
