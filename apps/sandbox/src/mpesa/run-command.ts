import { decryptCredential } from '../certificate/certificate.ts';
import { sandboxCredentials } from '../credentials.ts';
import type { World } from '../world.ts';
import { readAccountBalance } from './account-balance.ts';
import { payBusiness } from './b2b.ts';
import { payCustomer } from './b2c.ts';
import { findCommand } from './commands.ts';
import type { Command, CommandKind } from './commands.ts';
import { commandResultBody, queueTimeoutBody } from './result-body.ts';
import type { CommandOutcome } from './result-body.ts';
import { reverse } from './reversal.ts';
import { readTransaction } from './transaction-status.ts';

/** Executor of each command. The executor and the queueing of its result share one transaction. */
const executors: Record<CommandKind, (world: World, command: Command) => CommandOutcome> = {
  b2c: payCustomer,
  b2b: payBusiness,
  transactionStatus: readTransaction,
  accountBalance: readAccountBalance,
  reversal: reverse,
};

/** Time between a queue time-out and the result that follows it. */
const queueTimeoutGapMs = 2_000;

/** ResultCode for `b2c: 'fail'`: the receiver is not registered. */
const plainFailure = '2040';

export function handleCommandTasks(world: World): void {
  world.tasks.handle('run-command', (subject) => {
    const [id = '', step] = subject.split(' ');
    world.database.transaction(() => runCommand(world, id, step === 'after-timeout'));
  });
}

function runCommand(world: World, originatorConversationId: string, isAfterTimeout: boolean): void {
  const command = findCommand(world, originatorConversationId);
  if (command === undefined || command.result_code !== null) return;
  if (command.mode.startsWith('queue-timeout') && !isAfterTimeout) return timeOut(world, command);

  const outcome = decide(world, command);
  world.database.run(
    'UPDATE commands SET result_code = ?, receipt = ? WHERE originator_conversation_id = ?',
    outcome.resultCode,
    outcome.receipt ?? null,
    originatorConversationId,
  );
  const callbackId = world.callbacks.schedule({
    subject: originatorConversationId,
    url: urlOf(command, 'ResultURL'),
    body: commandResultBody(world, command, outcome),
  });
  world.events.record(outcome.title, outcome.detail, callbackId);
}

function decide(world: World, command: Command): CommandOutcome {
  const refused = (resultCode: string): CommandOutcome => ({
    resultCode,
    title: `${command.kind} refused`,
    detail: `ResultCode ${resultCode}`,
  });
  if (!isOurInitiator(command)) return refused('2001');
  if (command.forced_result !== null && command.forced_result !== '0') return refused(command.forced_result);
  if (command.mode.endsWith('fail')) return refused(plainFailure);
  return executors[command.kind](world, command);
}

/** Reports a queue time-out. The request stays in the queue and is executed later. */
function timeOut(world: World, command: Command): void {
  const callbackId = world.callbacks.schedule({
    subject: command.originator_conversation_id,
    url: urlOf(command, 'QueueTimeOutURL'),
    body: queueTimeoutBody(command),
  });
  world.events.record('Queue time-out', command.originator_conversation_id, callbackId);
  const subject = `${command.originator_conversation_id} after-timeout`;
  world.tasks.schedule('run-command', subject, queueTimeoutGapMs);
}

function isOurInitiator(command: Command): boolean {
  const request = fieldsOf(command);
  const name = request['InitiatorName'] ?? request['Initiator'];
  const password = decryptCredential(request['SecurityCredential'] ?? '');
  if (request['PartyA'] === sandboxCredentials.payoutShortCode) {
    const { payoutInitiatorName, payoutInitiatorPassword } = sandboxCredentials;
    return name === payoutInitiatorName && password === payoutInitiatorPassword;
  }
  return name === sandboxCredentials.initiatorName && password === sandboxCredentials.initiatorPassword;
}

function urlOf(command: Command, field: 'ResultURL' | 'QueueTimeOutURL'): string {
  return fieldsOf(command)[field] ?? '';
}

function fieldsOf(command: Command): Record<string, string | undefined> {
  return JSON.parse(command.request) as Record<string, string | undefined>;
}
