/** Cameras and microphones; null unless the page is on https or localhost, because browsers hide them elsewhere. */
export const captureDevices = (): MediaDevices | null => navigator.mediaDevices ?? null;

/** @throws what getUserMedia throws; a SecurityError if the page isn't allowed to ask at all */
export async function captureMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
  const devices = captureDevices();
  if (!devices) throw new DOMException('no devices without a secure page', 'SecurityError');
  return devices.getUserMedia(wanted);
}
