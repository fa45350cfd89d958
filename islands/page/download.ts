import { Refusal, request } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';

/** Downloads a recording as a file; if that fails, navigates the browser to the same URL. */
const REDIRECT_AFTER_MS = 2000;

const line = document.querySelector<HTMLElement>('[data-download]');
const detail = document.querySelector<HTMLElement>('[data-download-detail]');
const progress = document.querySelector<HTMLProgressElement>('[data-download-progress]');
if (line?.dataset.download)
  void download(line, `/api/download-video/${encodeURIComponent(line.dataset.download)}`);

async function download(status: HTMLElement, address: string) {
  try {
    const answer = await request('GET', address, undefined, { cache: 'default', timeoutMs: null });
    if (!answer.ok) throw new Refusal(answer, null);
    save(await readAll(answer));
    status.textContent = m.web_download_done();
    progress?.remove();
  } catch (error) {
    console.warn('The download failed.', error);
    status.textContent = m.web_download_failed();
    if (detail) detail.textContent = m.web_download_redirect();
    progress?.remove();
    setTimeout(() => location.assign(address), REDIRECT_AFTER_MS);
  }
}

async function readAll(answer: Response): Promise<Blob> {
  const total = Number(answer.headers.get('Content-Length'));
  if (!answer.body || !total || !progress) return answer.blob();
  const parts: BlobPart[] = [];
  let loaded = 0;
  const reader = answer.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    loaded += read.value.byteLength;
    progress.value = loaded / total;
  }
  return new Blob(parts, { type: 'video/mp4' });
}

function save(file: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'dream.mp4';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
