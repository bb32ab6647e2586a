import { useEffect, useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { readCamera, type CameraProblem } from './read-camera.ts';
import './scan-dialog.css';

const EXPLANATIONS = {
  denied:
    'The browser may not use the camera. Allow it in the settings of this site, which are beside its address, and try again.',
  absent: 'We found no camera on this device. You can type the code, or use a scanner on USB.',
  busy: 'Another program is using the camera. Close it, and try again.',
  insecure: 'Browsers give the camera to safe addresses only: this one must begin with https://.',
} as const satisfies Record<CameraProblem, string>;

type ScanDialogProps = { onCode: (code: string) => void; onClose: () => void };

/** Reads the QR code of a voucher with the camera. Nothing of the picture leaves the device. */
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
      title="Scan the QR code"
      actions={
        <Button variant="secondary" onClick={onClose}>
          Type it instead
        </Button>
      }
    >
      {problem === undefined ? (
        <>
          <div className="scan-view">
            <video ref={video} muted playsInline aria-label="Picture of the camera" />
          </div>
          <p className="small muted centred" role="status">
            {isOther
              ? 'This is another QR code. The right one is on the page of the voucher.'
              : 'Hold the code of the voucher into the corners.'}
          </p>
        </>
      ) : (
        <Alert tone="warn" isLive>
          {EXPLANATIONS[problem]}
        </Alert>
      )}
    </Dialog>
  );
}
