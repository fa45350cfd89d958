import { error, type Finding, ok } from '../../../kit/settings/finding.ts';
import { type TrustmarkConfig, trustmarkFiles } from './model-files.ts';

/** Tests the configured watermark by marking and reading an image. */
export async function diagnoseWatermark(config: TrustmarkConfig): Promise<Finding[]> {
  if (config.WATERMARK === 'off') return [ok('videos and pictures have no watermark, as set')];
  const files = trustmarkFiles(config);
  if (!files) return [ok('videos and pictures get this program’s own watermark')];
  try {
    await files.bring();
    // Imported here because it loads ONNX Runtime, which the server doesn't need otherwise.
    const { tryModel } = await import('./try-model.ts');
    return [await tryModel(files)];
  } catch (fault) {
    return [
      error(
        `TrustMark’s model can’t be used: ${(fault as Error).message}`,
        'Check WATERMARK_MODEL; until then recordings get this program’s own watermark.',
      ),
    ];
  }
}
