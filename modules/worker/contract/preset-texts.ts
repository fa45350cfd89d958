import { m } from '../../kit/texts/m.ts';
import type { Licence, LicenceRemark } from './presets.ts';

const PRESETS: Record<string, { title: () => string; suits: () => string }> = {
  sdxs: { title: m.worker_preset_sdxs, suits: m.worker_preset_sdxs_suits },
  'sdxs-int8': { title: m.worker_preset_sdxs_int8, suits: m.worker_preset_sdxs_int8_suits },
  'sd-turbo': { title: m.worker_preset_sd_turbo, suits: m.worker_preset_sd_turbo_suits },
};

const REMARKS: Record<LicenceRemark, () => string> = {
  distilled: m.worker_licence_remark_distilled,
  harm: m.worker_licence_remark_harm,
  revenue: m.worker_licence_remark_revenue,
};

/** A preset's name, and its typical use to help people choose. */
export const presetTexts = (preset: string): { title: string; suits: string } => ({
  title: PRESETS[preset]?.title() ?? preset,
  suits: PRESETS[preset]?.suits() ?? '',
});

/** A licence as people read it; names one that the model's page doesn't. */
export const licenceTexts = ({
  name,
  url,
  remark,
}: Licence): { name: string; url: string; remark: string } => ({
  name: name || m.worker_licence_unnamed(),
  url,
  remark: remark ? REMARKS[remark]() : '',
});
