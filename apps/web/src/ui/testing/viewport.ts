type Viewport = { width: number; height?: number };

/** Resizes the window, which only happy-dom's own interface can. */
export function setViewport(size: Viewport): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: Viewport) => void } };
  happyDOM.setViewport(size);
}
