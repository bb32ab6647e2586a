import type { CallOutcome } from '@zawadi/mpesa';
import { newId } from '../../../platform/ids.ts';
import type { Deps } from '../../../config/deps.ts';
import {
  endCall,
  insertQuery,
  type Requester,
  type QueryAbout,
  type QueryCall,
  type QueryState,
} from './store.ts';

/**
 * Makes one call to M-PESA and stores it with its outcome, for the life of the payment and for system health. Call it
 * outside of any transaction.
 * @param query.id set if a callback names the query
 * @param query.wordsOf M-PESA's words in an answer, for administrators
 */
export async function runQuery<Accepted>(
  { db }: Pick<Deps, 'db'>,
  query: {
    id?: string;
    about: QueryAbout;
    call: QueryCall;
    by: Requester;
    wordsOf?: (accepted: Accepted) => string;
  },
  execute: () => Promise<CallOutcome<Accepted>>,
): Promise<{ answer: CallOutcome<Accepted>; outcome: 'answered' | 'accepted' | 'refused' | 'unanswered' }> {
  const { id = newId(), wordsOf, ...asked } = query;
  await insertQuery(db, { id, ...asked });
  const answer = await execute();
  const outcome = outcomeOf(answer, query.call);
  const detail = answer.outcome === 'accepted' ? wordsOf?.(answer) : faultOf(answer);
  await endCall(db, id, { state: STATES[outcome], detail });
  return { answer, outcome };
}

const STATES = {
  answered: 'ANSWERED',
  accepted: 'ACCEPTED',
  refused: 'REFUSED',
  unanswered: 'UNANSWERED',
} as const satisfies Record<string, QueryState>;

function outcomeOf(answer: CallOutcome<unknown>, call: QueryCall): keyof typeof STATES {
  if (answer.outcome === 'accepted') return call === 'status' ? 'accepted' : 'answered';
  if (answer.outcome === 'rejected') return 'refused';
  return answer.cause === 'being_processed' ? 'answered' : 'unanswered';
}

/** Describes a refusal, or the error in place of an answer. */
function faultOf(answer: Exclude<CallOutcome<unknown>, { outcome: 'accepted' }>): string {
  if (answer.outcome === 'rejected') return `${answer.code} ${answer.message}`.slice(0, LONGEST_DETAIL);
  const { cause, detail } = answer;
  return `${cause === 'being_processed' ? 'M-PESA has no result yet: ' : ''}${detail}`.slice(
    0,
    LONGEST_DETAIL,
  );
}

const LONGEST_DETAIL = 200;
