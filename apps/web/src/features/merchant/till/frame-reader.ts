/** Reads the text of a QR code in a frame; undefined when there is none. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>;

// Enough for a code that fills a third of the picture, and quick on a cheap phone.
const SIDE_AT_MOST_PIXELS = 480;

/** What decodes QR codes here: the browser itself where it can, else a library that is fetched for it. */
export async function frameReader(): Promise<ReadFrame> {
  return (await browserReader()) ?? libraryReader();
}

/** The Shape Detection API of Chrome on Android, which TypeScript does not know. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

async function browserReader(): Promise<ReadFrame | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector === undefined) return undefined;
  // Desktop systems have the class and no format.
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
      // It throws when there is no code in the picture, which is most of the time.
      return undefined;
    }
  };
}
