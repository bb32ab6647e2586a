import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { adminLogin } from '@zawadi/contract/administrators';
import type { CallInput, Endpoint } from '@zawadi/contract/endpoint';
import { liveStream, type LiveHint } from '@zawadi/contract/live-updates';
import type { merchantLogin } from '@zawadi/contract/merchants';
import { refresh } from '@zawadi/contract/sessions';
import type { login, TokenPair } from '@zawadi/contract/users';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { registerStepUpDialog } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { accessToken, answering, type Reply, type Seen } from '../api/testing/fake-server.ts';
import { askStepUp } from '../features/account-security/ask-step-up.tsx';
import { sessionStore, startSession } from '../features/session/session-store.ts';
import { chooseLanguage } from '../i18n/language.ts';
import type { Language } from '../i18n/languages.ts';
import { say } from '../i18n/say.ts';
import { router } from '../routes/router.ts';
import { draw, resizeWindow } from '../ui/testing/dom.tsx';
import { withPopovers } from '../ui/testing/popover.ts';
import { toast } from '../ui/toast.tsx';
import { answer, endpointOf, replyBy, type Answer } from './contract-answers.ts';
import type { Visitor } from './people.ts';
import { savedFiles } from './saved-files.ts';

type Options = {
  /** The signed-in visitor; default: signed out. */
  as?: Visitor;
  answers?: Answer[];
  language?: Language;
  widthPx?: number;
};

const DESK_PX = 1280;

// The router's function before a page renders, which replaces it.
const undrawn = router.startTransition;

// Expected console lines: features that happy-dom lacks, and refused calls, which every browser logs.
const EXPECTED_COMPLAINTS = [
  /^The tag .* is unrecognized in this browser.*search$/u,
  /^(?:GET|POST|PUT|DELETE) http/u,
];

// A long time-out, because the machine may be busy. After it, the error shows the page's text.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) =>
    new Error(
      message?.startsWith('Unable') === true ? `${message}\n${document.body.textContent}` : (message ?? ''),
    ),
});

/**
 * Renders whole pages at their URLs, as main.tsx does, with a fake server that answers by the contract. For test files
 * with `@vitest-environment happy-dom`: styles are not applied, and elements have no position or size. Fails a test if
 * its page logs an unexpected line to the console.
 */
export function pages() {
  const server = answering();
  const answers: Answer[] = [];
  const streams = new Set<ServerResponse>();
  const complaints = expectNoComplaints();
  const saved = savedFiles();
  let isLeft = true;
  withPopovers();

  const mistakeOfTest = (error: unknown): Reply => {
    complaints.push(String(error));
    return { status: 500, hangUp: true };
  };
  server.reply = async (request): Promise<Reply> => {
    if (endpointOf(request) !== liveStream) return replyBy(answers, request).catch(mistakeOfTest);
    const headers = { 'content-type': 'text/event-stream' };
    return { status: 200, headers, stream: (one) => streams.add(one) };
  };

  beforeAll(() => {
    // happy-dom sets this to null; browsers leave it undefined on insecure pages.
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    registerStepUpDialog(askStepUp);
    sessionStore.watchIdentity(() => {
      // Do not run the guards of a closed page, because they would continue after its window is gone.
      if (!isLeft) void router.invalidate();
    });
    startSession((sentence) => toast.error(sentence ?? say('Your session has ended. Please sign in again.')));
  });

  afterEach(async () => {
    cleanup();
    isLeft = true;
    for (const stream of streams) stream.end();
    streams.clear();
    forgetPage();
    sessionStore.forget();
    localStorage.clear();
    sessionStorage.clear();
    vi.useRealTimers();
    await chooseLanguage('en');
  });

  /** Opens a URL in the browser of a visitor. */
  async function open(
    address: string,
    { as, answers: given = [], language, widthPx = DESK_PX }: Options = {},
  ) {
    cleanup();
    forgetPage();
    answers.splice(0, answers.length, ...detailsOf(as), ...given);
    server.seen.length = 0;
    resizeWindow(widthPx);
    if (language !== undefined) await chooseLanguage(language);
    // This also waits until the previous page has finished loading its visitor.
    await (as === undefined ? sessionStore.load() : sessionStore.signIn(tokensOf(as)));
    router.history.push(address);
    isLeft = false;
    await show();
    const person = userEvent.setup();
    const callsOf = (endpoint: Endpoint): Seen[] => server.seen.filter((one) => endpointOf(one) === endpoint);
    return {
      person,
      /** Clicks a button as soon as the page shows it enabled. */
      press: async (name: string | RegExp) => {
        const enabled = await waitFor(() => {
          const button = screen.getByRole<HTMLButtonElement>('button', { name });
          if (button.disabled) throw new Error(`${String(name)} is disabled`);
          return button;
        });
        await person.click(enabled);
      },
      /** Types text into the fields with these labels, and replaces their values. */
      type: async (typed: Readonly<Record<string, string>>) => {
        for (const [label, text] of Object.entries(typed)) {
          await person.clear(fieldOf(label));
          if (text !== '') await person.type(fieldOf(label), text);
        }
      },
      /** Reloads the page; only the URL and the browser's storage are kept. */
      reload: async () => {
        cleanup();
        forgetPage();
        await show();
      },
      /** Opens another URL, as a click on a link does. */
      go: async (to: string) => act(async () => router.navigate({ href: to })),
      address: () => decodeURIComponent(router.history.location.href),
      /** Replaces answers of the fake server from now on. */
      answer: (...more: Answer[]) => void answers.push(...more),
      /**
       * Sets an answer, and sets further answers after the page has called its endpoint. Without this, a refetch could
       * return the effect of a call before the page made it.
       */
      answerThen: (first: Answer, ...then: Answer[]) => {
        const reply: Answer['reply'] = async (asked) => {
          answers.push(...then);
          return first.reply(asked);
        };
        answers.push({ endpoint: first.endpoint, reply });
      },
      /** Returns the bodies of the page's requests to an endpoint. */
      sent: <E extends Endpoint>(endpoint: E) =>
        callsOf(endpoint).map(({ body }) => body as CallInput<E>['body']),
      /** Returns the paths and queries of the page's requests to an endpoint. */
      asked: (endpoint: Endpoint) => callsOf(endpoint).map(({ path }) => decodeURIComponent(path)),
      /** Sends a hint about a change over the page's live stream. */
      hint: (hint: LiveHint) => {
        for (const stream of streams) stream.write(`data: ${JSON.stringify(hint)}\n\n`);
      },
      complaints,
      /** Files that the page has saved since the test started. */
      saved,
    };
  }
  return { open };
}

/** Returns the field with a label, even if the label marks it as optional. */
export function fieldOf(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>((text) => text === label || text.startsWith(`${label} (`));
}

/** Matches the innermost element with these words, even if tags inside split them. */
export function whole(words: string | RegExp) {
  const saysThem = (element: Element) => {
    const said = element.textContent.replaceAll(/\s+/gu, ' ');
    return typeof words === 'string' ? said.includes(words) : words.test(said);
  };
  return (_: string, element: Element | null): boolean =>
    element !== null && saysThem(element) && ![...element.children].some(saysThem);
}

function detailsOf(visitor: Visitor | undefined): Answer[] {
  if (visitor === undefined) return [];
  return [answer(visitor.details.endpoint, visitor.details.answer), answer(refresh, tokensOf(visitor))];
}

/** Makes the server's answers to a visitor's sign-in and later requests. */
export function signsIn(
  endpoint: typeof login | typeof adminLogin | typeof merchantLogin,
  visitor: Visitor,
): Answer[] {
  return [answer(endpoint, { ...tokensOf(visitor), deviceToken: 'device' }), ...detailsOf(visitor)];
}

function tokensOf({ claims: { sub, role, staffRole } }: Visitor): TokenPair {
  return { accessToken: accessToken(sub, role, 0, staffRole), refreshToken: 'refresh' };
}

function forgetPage(): void {
  queryClient.clear();
  toast.clear();
}

async function show(): Promise<void> {
  // Reset this first; otherwise the previous page renders, and makes calls for which this test has no answers.
  router.startTransition = undrawn;
  await router.load();
  draw(<RouterProvider router={router} />);
}

/**
 * Collects what a test's pages log to the console, and fails the test if anything is left.
 * @returns the collected lines; a test that expects some must empty the list
 */
function expectNoComplaints(): string[] {
  const complaints: string[] = [];
  const complain = (...parts: unknown[]) => {
    const complaint = parts.map(String).join(' ');
    if (!EXPECTED_COMPLAINTS.some((one) => one.test(complaint))) complaints.push(complaint);
  };
  beforeEach(() => {
    complaints.length = 0;
    for (const kind of ['error', 'warn'] as const) vi.spyOn(console, kind).mockImplementation(complain);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    expect(complaints, 'complaints of the pages').toEqual([]);
  });
  return complaints;
}
