import { useEffect, useRef } from 'react';
import { createScannerEar } from './scanned-keys.ts';

/** Calls back with the code that a scanner types, wherever on the page the focus is. */
export function useTypedScanner(onCode: (code: string) => void): void {
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  useEffect(() => {
    const ear = createScannerEar();
    const hear = (event: KeyboardEvent) => {
      const code = ear.hear(event.key, event.timeStamp);
      if (code === undefined) return;
      // Its Enter belongs to the code; it presses no button that happens to have the focus.
      event.preventDefault();
      event.stopPropagation();
      callback.current(code);
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, []);
}
