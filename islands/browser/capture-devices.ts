/** Cameras and microphones, or null on a page that is neither on https nor on localhost: browsers hide them there. */
export const captureDevices = (): MediaDevices | null => navigator.mediaDevices ?? null;

/** @throws what getUserMedia throws; a SecurityError where the page may not ask at all */
export async function captureMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
  const devices = captureDevices();
  if (!devices) throw new DOMException('no devices without a secure page', 'SecurityError');
  return devices.getUserMedia(wanted);
}
