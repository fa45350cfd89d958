import { captureDevices } from '../../browser/capture-devices.ts';

/** False on phones, which can't share their screens. True on an insecure page, where the attempt reports why it fails. */
export const mayCaptureScreen = (): boolean => {
  const devices = captureDevices();
  return devices === null || 'getDisplayMedia' in devices;
};

/** @throws what getDisplayMedia throws; a SecurityError if the page isn't allowed to ask at all */
export async function captureScreen(wanted: DisplayMediaStreamOptions): Promise<MediaStream> {
  const devices = captureDevices();
  if (!devices) throw new DOMException('no devices without a secure page', 'SecurityError');
  return devices.getDisplayMedia(wanted);
}
