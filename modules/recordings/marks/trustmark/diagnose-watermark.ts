import { error, type Finding, ok } from '../../../kit/settings/finding.ts';
import { m } from '../../../kit/texts/m.ts';
import { type TrustmarkConfig, trustmarkFiles } from './model-files.ts';

/** Tests the configured watermark by marking and reading an image. */
export async function diagnoseWatermark(config: TrustmarkConfig): Promise<Finding[]> {
  if (config.WATERMARK === 'off') return [ok(m.recordings_doctor_watermark_off())];
  const files = trustmarkFiles(config);
  if (!files) return [ok(m.recordings_doctor_watermark_own())];
  try {
    await files.bring();
    // Imported here because it loads ONNX Runtime, which the server doesn't need otherwise.
    const { tryModel } = await import('./try-model.ts');
    return [await tryModel(files)];
  } catch (fault) {
    return [
      error(
        m.recordings_doctor_trustmark_unusable({ why: (fault as Error).message }),
        m.recordings_doctor_trustmark_cure(),
      ),
    ];
  }
}
