import { linkPath } from '../../modules/dreams/contract/short-link.ts';
import { api } from '../../modules/kit/browser/api.ts';

/** Maximum wait for the image, because browsers only open the sheet shortly after a tap. */
const IMAGE_TIMEOUT_MS = 800;

export interface Shareable {
  id: string;
  name: string;
  /** True if the link is known to be open. */
  isOpen: boolean;
  /** Address of a JPEG. */
  poster: string | null;
  /** Called when the link has been opened. */
  onOpen?: () => void;
}

/**
 * Opens a dream's public link if necessary, and offers it to the share sheet of a phone or tablet.
 * @returns null if the sheet was shown; otherwise the link, to be copied
 * @throws Refusal if the link can't be opened
 */
export async function shareDream({ id, name, isOpen, poster, onOpen }: Shareable): Promise<string | null> {
  if (!isOpen) {
    await api('PATCH', `/api/sessions/${encodeURIComponent(id)}/sharing`, { shared: true });
    onOpen?.();
  }
  const url = location.origin + linkPath(id);
  return (await showSheet(name, url, poster)) ? null : url;
}

/** Devices on which people expect a share sheet; on desktops they expect a copied link. */
export const canShare = (): boolean => matchMedia('(pointer: coarse)').matches && 'share' in navigator;

/** @returns false if there is no share sheet */
export async function showSheet(title: string, url: string, poster: string | null): Promise<boolean> {
  if (!canShare()) return false;
  const files = poster ? await imageFile(poster) : [];
  try {
    await navigator.share({
      title,
      url,
      ...(files.length > 0 && navigator.canShare?.({ files }) && { files }),
    });
    return true;
  } catch (error) {
    // Closing the sheet is an answer, too.
    return (error as Error).name === 'AbortError';
  }
}

async function imageFile(address: string): Promise<File[]> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the answer is an image
    const answer = await fetch(address, { signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) });
    return answer.ok ? [new File([await answer.blob()], 'dream.jpg', { type: 'image/jpeg' })] : [];
  } catch {
    return [];
  }
}
