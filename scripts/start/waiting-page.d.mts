/** What is being prepared, and how far it is if that is known. */
export type Preparation = { step: string; percent?: number };

export type WaitingPage = {
  show: (preparation: Preparation) => void;
  /** Stops serving; resolves when the port is free. */
  close: () => Promise<void>;
};

export function openWaitingPage(address: { port: number; host: string }): Promise<WaitingPage | undefined>;
