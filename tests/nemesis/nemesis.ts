import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';
import { FAULTS, type Fault, type World } from './faults.ts';

export type Played = { name: string; times: number; problems: string[] };

type Nemesis = World & {
  isOver: () => boolean;
  say: (line: string) => void;
  /** Injects only faults whose names contain one of these words. If empty, injects all faults. */
  only: readonly string[];
};

const SHORTEST_MS = 400;
const LONGEST_MS = 3_500;

/**
 * Injects faults until the run ends, one of each group at a time. No fault repeats before all have occurred. Undoes a
 * fault before the next of its group.
 * @returns how often each fault was injected
 */
export async function injectFaults(nemesis: Nemesis): Promise<Played[]> {
  const faults = FAULTS.filter(
    ({ name }) => nemesis.only.length === 0 || nemesis.only.some((word) => name.includes(word)),
  );
  const played = faults.map(({ name }): Played => ({ name, times: 0, problems: [] }));
  const lanes = (['machine', 'M-PESA'] as const).map((group) =>
    playGroup(
      nemesis,
      faults.filter((fault) => fault.group === group),
      played,
    ),
  );
  await Promise.all(lanes);
  return played;
}

async function playGroup(nemesis: Nemesis, faults: Fault[], played: Played[]): Promise<void> {
  const { random, isOver, say, system } = nemesis;
  let deck: Fault[] = [];
  while (!isOver() && faults.length > 0) {
    if (deck.length === 0) deck = shuffled(faults, random);
    const fault = deck.pop();
    const record = played.find(({ name }) => name === fault?.name);
    if (!fault || !record) return;
    if (fault.name === 'the disk is full' && !system.database.disk) continue;
    say(fault.name);
    try {
      await fault.play(nemesis);
      await pause(SHORTEST_MS + random.below(LONGEST_MS - SHORTEST_MS));
      record.times += 1;
    } catch (error) {
      // Two faults may collide: for example, a lost payment needs the API while another fault keeps it down.
      record.problems.push(error instanceof Error ? error.message : String(error));
    } finally {
      await fault.undo?.(nemesis);
    }
    await pause(random.below(1_500));
  }
}

function shuffled(faults: readonly Fault[], random: Random): Fault[] {
  const rest = [...faults];
  return faults.flatMap(() => rest.splice(random.below(rest.length), 1));
}
