type Viewport = { width: number; height?: number };

/** Resizes the window, through happy-dom's own API. */
export function setViewport(size: Viewport): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: Viewport) => void } };
  happyDOM.setViewport(size);
}
