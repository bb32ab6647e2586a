import * as contract from '@zawadi/contract';
import { newPerson, type Person } from '@zawadi/story/people';
import { makeGift, type Gift } from './gifts.ts';
import type { TestSystem } from './test-system.ts';

type Given = Partial<contract.CallInput<typeof contract.claimAsNewPerson>['body']>;
export const CLAIMERS_PASSWORD = 'Three-goats-and-a-kite';

/** A gift and the person to whom it was sent. */
export type SentGift = { recipient: Person; gift: Gift };

/** Builds the requests with which a new person claims the gift behind a link. */
export function claimCalls(system: TestSystem) {
  const send = ({ claimToken }: Gift) => system.call(contract.sendClaimCode, { body: { claimToken } });
  const check = ({ claimToken }: Gift, otp: string) =>
    system.call(contract.checkClaimCode, { body: { claimToken, otp } });
  const codeOn = async ({ phoneNumber }: Person): Promise<string> => {
    const [, code = ''] = await system.sandbox.sms(phoneNumber, /^(\d{6}) adds your gift of KES\s950/u);
    return code;
  };
  return {
    /** Creates a gift of KES 950, by default for a person without an account. */
    newGift: async (recipient = newPerson('Brian', 'Otieno')): Promise<SentGift> => ({
      recipient,
      gift: await makeGift(system, { amount: 1_000, recipient }),
    }),
    send,
    check,
    codeOn,
    /** Sends the claim code and confirms it; returns the proof that the claim needs. */
    prove: async ({ recipient, gift }: SentGift): Promise<string> => {
      await send(gift);
      const { answer } = await check(gift, await codeOn(recipient));
      return answer.proof;
    },
    claim: (proof: string, { email }: { email?: string | undefined }, more: Given = {}) => {
      const secret = more.passkey ? {} : { password: CLAIMERS_PASSWORD };
      const body = { proof, firstName: 'Brian', lastName: 'Otieno', email, ...secret, ...more };
      return system.call(contract.claimAsNewPerson, { body });
    },
    /** Counts the accounts that have verified this phone number. */
    accountsOf: async ({ phoneNumber }: Person): Promise<number> => {
      const { rows } = await system.owner.query('select from users where phone_msisdn = $1', [phoneNumber]);
      return rows.length;
    },
  };
}

export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
