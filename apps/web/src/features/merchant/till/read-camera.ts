import { parseVoucherCode } from '@zawadi/contract/voucher-code';
import { frameReader } from './frame-reader.ts';

export type CameraProblem = 'denied' | 'absent' | 'busy' | 'insecure';

type Watch = {
  signal: AbortSignal;
  /** The sixteen symbols of a voucher code; the camera is off again by then. */
  onCode: (code: string) => void;
  /** A QR code that is none of ours. */
  onOther: () => void;
  onProblem: (problem: CameraProblem) => void;
};

const LOOK_EVERY_MS = 150;

/** Shows what the camera sees, and looks for a voucher code in it until one is found or nobody looks any more. */
export async function readCamera(video: HTMLVideoElement, watch: Watch): Promise<void> {
  const { signal, onCode, onOther, onProblem } = watch;
  // Browsers hide the whole interface from pages that are not safe.
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  if (devices === undefined) {
    onProblem('insecure');
    return;
  }
  let stream: MediaStream | undefined;
  try {
    const [picture, read] = await Promise.all([
      devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
      frameReader(),
    ]);
    stream = picture;
    video.srcObject = picture;
    await video.play();
    while (!signal.aborted) {
      const text = await read(video);
      const code = text === undefined ? undefined : codeIn(text);
      if (code !== undefined && !signal.aborted) {
        onCode(code);
        return;
      }
      if (text !== undefined) onOther();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } catch (error) {
    if (!signal.aborted) onProblem(problemOf(error));
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}

/** Our own QR codes hold the code alone. */
function codeIn(text: string): string | undefined {
  return parseVoucherCode(text.trim());
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}
