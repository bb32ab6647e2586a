import { useEffect, useRef, useState } from 'react';
import { say, type Phrase } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { codeScanned } from './scanner-detector.ts';
import './scan-dialog.css';

/** Returns the text of a QR code in the video's current frame; undefined if there is none. */
type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The Shape Detection API of Chrome on Android, for which TypeScript has no types. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

type CameraProblem = 'denied' | 'absent' | 'busy' | 'insecure';

type Watch = {
  signal: AbortSignal;
  /** Called with the sixteen symbols of a voucher code, after the camera is off. */
  onCode: (code: string) => void;
  /** Called for a QR code that contains no voucher code. */
  onOther: () => void;
  onProblem: (problem: CameraProblem) => void;
};

// Enough pixels for a QR code that fills a third of the picture, and fast on a cheap phone.
const SIDE_AT_MOST_PIXELS = 480;

const LOOK_EVERY_MS = 150;

const EXPLANATIONS = {
  denied:
    'This browser may not use the camera. Allow it in the site settings, next to the address, and try again.',
  absent: 'We found no camera on this device. Type the code, or use a USB scanner.',
  busy: 'Another program is using the camera. Close it, and try again.',
  insecure: 'The camera works only on secure addresses. This one must begin with https://.',
} as const satisfies Record<CameraProblem, Phrase>;

type ScanDialogProps = { onCode: (code: string) => void; onClose: () => void };

/** Reads a voucher's QR code with the camera. The picture never leaves the device. */
export function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const [problem, setProblem] = useState<CameraProblem>();
  const [isOther, setOther] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  useEffect(() => {
    if (video.current === null) return undefined;
    const stopped = new AbortController();
    void readCamera(video.current, {
      signal: stopped.signal,
      onCode: (code) => callback.current(code),
      onOther: () => setOther(true),
      onProblem: setProblem,
    });
    return () => stopped.abort();
  }, []);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Scan the QR code')}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {say('Type the code instead')}
        </Button>
      }
    >
      {problem === undefined ? (
        <>
          <div className="scan-view">
            <video ref={video} muted playsInline aria-label={say('Picture of the camera')} />
          </div>
          <p className="small muted centred" role="status">
            {isOther
              ? say('This is a different QR code. Scan the one on the voucher’s page.')
              : say('Hold the QR code inside the frame.')}
          </p>
        </>
      ) : (
        <Alert tone="warn" isLive>
          {say(EXPLANATIONS[problem])}
        </Alert>
      )}
    </Dialog>
  );
}

/** Shows the camera's picture, and searches it for a voucher code until one is found or the dialog closes. */
async function readCamera(video: HTMLVideoElement, watch: Watch): Promise<void> {
  const { signal, onCode, onOther, onProblem } = watch;
  // Browsers remove `mediaDevices` from pages without https.
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
      const code = text === undefined ? undefined : codeScanned(text);
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

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy';
}

/** Returns a QR decoder: the browser's own if it has one, otherwise a library loaded on demand. */
async function frameReader(): Promise<ReadFrame> {
  return (await browserReader()) ?? libraryReader();
}

async function browserReader(): Promise<ReadFrame | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return undefined;
  // On desktops the class may exist without support for QR codes.
  if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function libraryReader(): Promise<ReadFrame> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (context === null || width === 0) return undefined;
    const scale = Math.min(1, SIDE_AT_MOST_PIXELS / Math.min(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(picture);
    } catch {
      // The library throws if the frame has no QR code, as most frames do.
      return undefined;
    }
  };
}
