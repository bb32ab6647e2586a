import { setTimeout as pause } from 'node:timers/promises';
import { liveStream } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { publishHint } from '../../apps/api/src/features/services/live-updates/index.ts';
import { newId } from '../../apps/api/src/platform/ids.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import type { Surroundings } from '../faults/processes.ts';
import { measureGap } from './probe.ts';

/** Open screens of consumers whose data changes repeatedly. */
export type Screens = {
  /**
   * Starts measuring. @returns a function that returns the longest time that any screen received nothing, in
   * milliseconds
   */
  measureHints: () => () => number;
  stop: () => Promise<void>;
};

type Screen = { person: SignedIn; hints: number };

/** Number of screens: enough to have some on either API. */
const SCREENS = 6;
const PUBLISH_EVERY_MS = 500;
/** Same values as in the web app: live-connection.ts. */
const SILENCE_MS = 45_000;
const CONNECT_AGAIN_AFTER_MS = 1_000;

export async function openScreens(product: Surroundings): Promise<Screens> {
  const screens: Screen[] = [];
  for (let n = 0; n < SCREENS; n += 1) screens.push({ person: await newConsumer(product), hints: 0 });
  const leaving = new AbortController();
  const working = Promise.all([
    keepPublishing(product, screens, leaving.signal),
    ...screens.map((screen) => keepListening(product, screen, leaving.signal)),
  ]);
  return {
    measureHints: () => {
      const ends = screens.map((screen) => measureGap(() => screen.hints));
      return () => Math.max(...ends.map((end) => end()));
    },
    stop: async () => {
      leaving.abort();
      await working;
    },
  };
}

async function keepPublishing({ deps }: Surroundings, screens: Screen[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await deps.db.transaction().execute(async (tx) => {
      for (const { person } of screens)
        await publishHint(tx, { userId: person.user.id, topic: 'wallet', id: newId() });
    });
    await pause(PUBLISH_EVERY_MS);
  }
}

async function keepListening({ api }: Surroundings, screen: Screen, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await pause(CONNECT_AGAIN_AFTER_MS)) {
    const attempt = new AbortController();
    const given = AbortSignal.any([attempt.signal, signal]);
    let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    try {
      const headers = { authorization: `Bearer ${screen.person.bearer}`, accept: 'text/event-stream' };
      const { body } = await fetch(`${api.baseUrl}${liveStream.path}`, { headers, signal: given });
      for await (const chunk of body ?? []) {
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE_MS);
        if (Buffer.from(chunk).includes('data: ')) screen.hints += 1;
      }
    } catch {
      // The connection was cut. The next attempt shows whether a server answers.
    } finally {
      clearTimeout(silence);
    }
  }
}
