import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '@zawadi/mpesa/wire/paths';
import type { Random } from '../faults/random.ts';
import {
  failureThenPayment,
  inventedPayment,
  paymentAtAnotherPayBill,
  paymentByHandThatIsLost,
  paymentThenFailure,
} from './forgeries.ts';
import type { ClientBook } from './client-book.ts';
import { takeLeases } from './lost-leases.ts';
import { expiryWhileHeld, lateCapture, reversalAfterSettlement } from './shop-attempts.ts';
import type { ProcessName, System } from './system.ts';

/** A fault that lasts for a while, until `undo` ends it. */
export type Fault = {
  name: string;
  /** Only one fault of a group runs at a time: a killed process cannot be suspended, and M-PESA has one behaviour. */
  group: 'machine' | 'M-PESA';
  play: (world: World) => Promise<unknown>;
  undo?: (world: World) => Promise<unknown>;
};

export type World = { system: System; book: ClientBook; random: Random };

/** M-PESA's behaviour without faults. Unanswered prompts end soon. */
export const CALM = {
  promptLifetimeMs: 6_000,
  callback: { copies: 1, delayMs: 0, drop: false, beforeReply: false },
  b2c: 'succeed',
  failHttp: null,
  hang: null,
  executeThenDrop: null,
  executeThenRefuse: null,
};

const HOUR_MS = 3_600_000;
const MONEY_PATHS = [paths.stkPush, paths.b2c, paths.reversal];
const ALL_PATHS = [...MONEY_PATHS, paths.stkQuery, paths.transactionStatus, paths.token, paths.pullQuery];

export const FAULTS: readonly Fault[] = [
  ...(['api', 'worker', 'sandbox'] as const).flatMap((name) => [kill(name), halt(name)]),
  {
    name: 'the supervisor is killed',
    group: 'machine',
    play: async ({ system }) => system.signal('supervisor', 'SIGKILL'),
    undo: async ({ system }) => {
      await system.restart();
      await untilCalm(system);
    },
  },
  {
    name: 'the database is killed',
    group: 'machine',
    play: async ({ system }) => system.database.kill9(),
  },
  {
    name: 'the database is halted',
    group: 'machine',
    play: async ({ system }) => system.database.halt(),
    undo: async ({ system }) => system.database.resume(),
  },
  {
    name: 'the disk is full',
    group: 'machine',
    play: async ({ system }) => system.database.disk?.fill(),
    undo: async ({ system }) => system.database.disk?.free(),
  },
  {
    name: 'connections to the database are cut',
    group: 'machine',
    play: async ({ system, random }) => {
      for (let n = 0; n < 4; n += 1) {
        system.wire.cutAll();
        await pause(random.below(400));
      }
    },
  },
  {
    name: 'answers to COMMIT are lost',
    group: 'machine',
    play: async ({ system, random }) => {
      for (let n = 0; n < 12; n += 1) {
        system.wire.loseNextCommit(random.oneOf(['answer', 'answer', 'request', 'late']));
        await pause(random.below(300));
      }
    },
    undo: async ({ system }) => system.wire.loseNoMore(),
  },
  ...(['api', 'worker'] as const).map((name): Fault => ({
    name: `the clock of the ${name} is wrong`,
    group: 'machine',
    play: async ({ system, random }) => system.skew(name, random.oneOf([-HOUR_MS, HOUR_MS, -90_000, 90_000])),
    undo: async ({ system }) => system.skew(name, 0),
  })),
  {
    name: 'sessions of clients are stolen and ended',
    group: 'machine',
    play: async ({ system, book, random }) => {
      const subjects = book.consumers.filter(() => random.below(2) === 0).map(({ user }) => user.id);
      await system.owner.query(
        `update sessions set ended_at = moment(), end_reason = 'token-reused'
         where subject_id = any($1) and ended_at is null`,
        [subjects],
      );
    },
  },
  { name: 'the token of M-PESA is stolen', group: 'M-PESA', play: ({ system }) => system.stealToken() },
  behave('callbacks are lost', () => ({ callback: { ...CALM.callback, drop: true } })),
  behave('callbacks come late', () => ({ callback: { ...CALM.callback, delayMs: 2_500 } })),
  behave('callbacks come several times', () => ({ callback: { ...CALM.callback, copies: 5 } })),
  behave('callbacks come before the answer', () => ({ callback: { ...CALM.callback, beforeReply: true } })),
  {
    name: 'callbacks overtake each other',
    group: 'M-PESA',
    play: async ({ system }) => {
      for (const delayMs of [3_000, 0, 2_000, 0, 1_000]) {
        await system.sandbox.behave({ callback: { ...CALM.callback, delayMs, copies: 2 } });
        await pause(500);
      }
    },
    undo: ({ system }) => untilCalm(system),
  },
  behave('orders are executed and not answered', (random) => ({
    executeThenDrop: { path: random.oneOf(MONEY_PATHS), times: 6 },
  })),
  behave('pay-outs are executed without answer and callback', () => ({
    executeThenDrop: { path: paths.b2c, times: 6 },
    callback: { ...CALM.callback, drop: true },
  })),
  behave('repetitions of executed pay-outs are refused', () => ({
    executeThenRefuse: { path: paths.b2c, times: 6 },
    callback: { ...CALM.callback, drop: true },
  })),
  behave('M-PESA fails', (random) => ({
    failHttp: { path: random.oneOf(ALL_PATHS), status: random.oneOf([429, 500, 503]), times: 6 },
  })),
  behave('pay-outs hang', () => ({ hang: { path: paths.b2c, ms: 3_000, times: 30 } })),
  behave('M-PESA hangs', (random) => ({ hang: { path: random.oneOf(ALL_PATHS), ms: 12_000, times: 3 } })),
  behave('pay-outs time out in the queue and are paid', () => ({ b2c: 'queue-timeout-then-succeed' })),
  behave('pay-outs time out in the queue and fail', () => ({ b2c: 'queue-timeout-then-fail' })),
  behave('pay-outs fail', () => ({ b2c: 'fail' })),
  {
    name: 'the process that sends SMS dies while the gateway takes them',
    group: 'M-PESA',
    play: async ({ system }) => {
      await system.sandbox.behave({ ...CALM, hang: { path: '/version1/messaging', ms: 1_000, times: 50 } });
      await pause(1_500);
      system.signal('worker', 'SIGKILL');
    },
    undo: ({ system }) => untilCalm(system),
  },
  {
    name: 'another worker takes messages while the gateway is slow',
    group: 'M-PESA',
    play: async (world) => {
      const hang = { path: '/version1/messaging', ms: 1_000, times: 50 };
      await world.system.sandbox.behave({ ...CALM, hang });
      await takeLeases(world);
    },
    undo: ({ system }) => untilCalm(system),
  },
  forge('a failure is reported, then the payment is made and its callback lost', failureThenPayment),
  forge('a success is reported, then a failure', paymentThenFailure),
  forge('a payment by hand is lost', paymentByHandThatIsLost),
  forge('a payment by hand is invented', inventedPayment),
  forge('a payment at another pay bill is reported', paymentAtAnotherPayBill),
  forge('a shop captures a hold after its end', lateCapture),
  forge('a voucher expires while a shop holds a part of it', expiryWhileHeld),
  forge('a shop reverses a sale after its settlement', reversalAfterSettlement),
];

function kill(name: ProcessName): Fault {
  return {
    name: `the ${name} is killed`,
    group: 'machine',
    play: async ({ system }) => system.signal(name, 'SIGKILL'),
    // The supervisor restarts the process within seconds, but the sandbox then has its default behaviour.
    ...(name === 'sandbox' && { undo: ({ system }) => untilCalm(system) }),
  };
}

function halt(name: ProcessName): Fault {
  return {
    name: `the ${name} is halted`,
    group: 'machine',
    play: async ({ system }) => system.signal(name, 'SIGSTOP'),
    undo: async ({ system }) => system.signal(name, 'SIGCONT'),
  };
}

function behave(name: string, behaviour: (random: Random) => object): Fault {
  return {
    name,
    group: 'M-PESA',
    play: ({ system, random }) => system.sandbox.behave({ ...CALM, ...behaviour(random) }),
    undo: ({ system }) => untilCalm(system),
  };
}

function forge(name: string, play: Fault['play']): Fault {
  return { name, group: 'M-PESA', play, undo: ({ system }) => untilCalm(system) };
}

/** Resets M-PESA's behaviour as soon as the sandbox can be reached. */
export async function untilCalm({ sandbox }: System): Promise<void> {
  for (;;) {
    const isCalm = await sandbox.behave(CALM).catch(() => undefined);
    if (isCalm) return;
    await pause(200);
  }
}
