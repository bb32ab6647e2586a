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
import { whenStepUpIsNeeded } from '../api/call.ts';
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
  /** Who is signed in; nobody where it is left out. */
  as?: Visitor;
  answers?: Answer[];
  language?: Language;
  widthPx?: number;
};

const DESK_PX = 1280;

// A page that is drawn takes its place.
const undrawn = router.startTransition;

// What happy-dom does not know, and the lines about refused calls that every browser prints.
const EXPECTED_COMPLAINTS = [
  /^The tag .* is unrecognized in this browser.*search$/u,
  /^(?:GET|POST|PUT|DELETE) http/u,
];

// Patience for a crowded machine. The texts of a page say enough about what is missing.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) =>
    new Error(
      message?.startsWith('Unable') === true ? `${message}\n${document.body.textContent}` : (message ?? ''),
    ),
});

/**
 * Draws whole pages at their addresses, as main.tsx does, with a server behind them that answers by the contract. For test
 * files with `@vitest-environment happy-dom`: styles are not applied, and nothing has a place or a size. Fails a test whose
 * page complains to the console.
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
    // As on an address that is not safe; happy-dom has null there.
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    whenStepUpIsNeeded(askStepUp);
    sessionStore.watchIdentity(() => {
      // A page that is gone is led nowhere: that would go on after its window is gone too.
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

  /** Opens an address in the browser of a visitor. */
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
    // Also waits for what the page before has begun to ask about its visitor.
    await (as === undefined ? sessionStore.load() : sessionStore.signIn(tokensOf(as)));
    router.history.push(address);
    isLeft = false;
    await show();
    const person = userEvent.setup();
    const callsOf = (endpoint: Endpoint): Seen[] => server.seen.filter((one) => endpointOf(one) === endpoint);
    return {
      person,
      /** Presses a button as soon as it is there and can be pressed. */
      press: async (name: string | RegExp) => {
        const enabled = await waitFor(() => {
          const button = screen.getByRole<HTMLButtonElement>('button', { name });
          if (button.disabled) throw new Error(`${String(name)} cannot be pressed`);
          return button;
        });
        await person.click(enabled);
      },
      /** Types into the fields of these labels, in place of what stands there. */
      type: async (typed: Readonly<Record<string, string>>) => {
        for (const [label, text] of Object.entries(typed)) {
          await person.clear(fieldOf(label));
          if (text !== '') await person.type(fieldOf(label), text);
        }
      },
      /** Loads the page anew: what it does not keep in the address or the browser is gone. */
      reload: async () => {
        cleanup();
        forgetPage();
        await show();
      },
      /** Goes to another address, as by a link. */
      go: async (to: string) => act(async () => router.navigate({ href: to })),
      address: () => decodeURIComponent(router.history.location.href),
      /** Changes what the server answers from now on. */
      answer: (...more: Answer[]) => void answers.push(...more),
      /**
       * Answers a call, and others differently once that is made: the page may look again at any moment, and would see
       * the effect before its cause.
       */
      answerThen: (first: Answer, ...then: Answer[]) => {
        const reply: Answer['reply'] = async (asked) => {
          answers.push(...then);
          return first.reply(asked);
        };
        answers.push({ endpoint: first.endpoint, reply });
      },
      /** The bodies that the page has sent to a call. */
      sent: <E extends Endpoint>(endpoint: E) =>
        callsOf(endpoint).map(({ body }) => body as CallInput<E>['body']),
      /** The paths, with their queries, at which the page has asked a call. */
      asked: (endpoint: Endpoint) => callsOf(endpoint).map(({ path }) => decodeURIComponent(path)),
      /** Tells the page, over its live stream, that something changed. */
      hint: (hint: LiveHint) => {
        for (const stream of streams) stream.write(`data: ${JSON.stringify(hint)}\n\n`);
      },
      complaints,
      /** The files that the page has saved since the test began. */
      saved,
    };
  }
  return { open };
}

/** The field with a label, which may say that it is optional. */
export function fieldOf(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>((text) => text === label || text.startsWith(`${label} (`));
}

/** Finds the innermost element with these words, also where parts of them are set in bold or kept on one line. */
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

/** What the server answers from the sign-in of a visitor on. */
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
  // Loaded first: else the page before is drawn, and asks for what the answers of this test are not about.
  router.startTransition = undrawn;
  await router.load();
  draw(<RouterProvider router={router} />);
}

/** @returns what the pages of a test have complained about; empty it where a test is about complaints */
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
