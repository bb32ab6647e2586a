import { setTimeout as pause } from 'node:timers/promises';

export type PhoneState = {
  msisdn: string;
  balance: number;
  prompts: { checkoutRequestId: string; amount: number; accountReference: string; shortCode: string }[];
  messages: { at: string; from: string; text: string }[];
};

export type SandboxBooks = {
  phones: number;
  collection: number;
  utility: number;
  working: number;
  charges: number;
};

export type SandboxEvent = { id: number; title: string; detail: string; callbackId: number | null };

export type SandboxControl = ReturnType<typeof createSandboxControl>;

/** Creates a client of the sandbox's control interface, which answers prompts on test phones and reads emails. */
export function createSandboxControl(baseUrl: string) {
  async function request<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(baseUrl + path, {
      method: body ? 'POST' : 'GET',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  const phone = (msisdn: string) => request<PhoneState>(`/control/phones/${msisdn}`);

  const mails = async (to: string) =>
    (
      await request<{ messages: { subject: string; text: string }[] }>(
        `/control/mail?to=${encodeURIComponent(to)}`,
      )
    ).messages;

  return {
    phone,
    /** All emails to an address, oldest first. */
    mails,
    books: () => request<SandboxBooks>('/control/books'),
    /** All events of the simulated M-PESA, newest first. */
    events: async () => (await request<{ events: SandboxEvent[] }>('/control/events')).events,
    /**
     * Changes how the simulated M-PESA behaves.
     * @returns the behaviour from now on
     */
    behave: (behaviour: object) => request<object>('/control/behaviour', behaviour),
    setBalance: (msisdn: string, balance: number) =>
      request<object>(`/control/phones/${msisdn}`, { balance }),
    /** Waits up to a minute and a half, or `timeoutMs`, for a prompt with this reference, and answers it. */
    answerPrompt: async (
      msisdn: string,
      accountReference: string,
      answer: { pin: string } | { cancel: true },
      timeoutMs?: number,
    ) => {
      const prompt = await eventually(
        `a prompt on ${msisdn}`,
        async () => (await phone(msisdn)).prompts.find((one) => one.accountReference === accountReference),
        timeoutMs,
      );
      await request<object>(`/control/phones/${msisdn}/prompts/${prompt.checkoutRequestId}`, answer);
      return prompt;
    },
    /** Waits for the newest SMS that matches `pattern`, and returns the match. */
    sms: (msisdn: string, pattern: RegExp) =>
      eventually(`an SMS to ${msisdn} with ${pattern.source}`, async () => {
        const { messages } = await phone(msisdn);
        return messages
          .toReversed()
          .map(({ text }) => pattern.exec(text))
          .find((match) => match !== null);
      }),
    /** Waits for the newest email that matches `pattern`, and returns the match. */
    mail: (to: string, pattern: RegExp) =>
      eventually(`a mail to ${to} with ${pattern.source}`, async () => {
        return (await mails(to))
          .toReversed()
          .map(({ text }) => pattern.exec(text))
          .find((match) => match !== null);
      }),
  };
}

const TIMEOUT_MS = 90_000;
const BRIEFLY_MS = 5_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** Polls until `look` returns a value, for up to a minute and a half or `timeoutMs`. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const found = await lookUntil(Date.now() + timeoutMs, look);
  if (found === undefined) throw new Error(`timed out waiting for ${what}`);
  return found;
}

/** Polls for a few seconds. Returns undefined if `look` finds nothing, which is no error. */
export function pollBriefly<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  return lookUntil(Date.now() + BRIEFLY_MS, look);
}

async function lookUntil<T>(deadline: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return undefined;
    });
    if (found !== undefined || Date.now() > deadline) return found;
    await pause(pauseMs);
  }
}
