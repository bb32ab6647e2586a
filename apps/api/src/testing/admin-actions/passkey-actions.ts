import * as contract from '@zawadi/contract';
import { answerWith, makePasskey } from '../software-authenticator.ts';
import {
  newAdministratorAccount,
  type AdministratorAccount,
  type AdminAction,
  type Office,
} from './admin-action.ts';

/** Makes one new-passkey answer per attempt, because a challenge is valid only once. */
async function makePasskeys({ system }: Office, { bearer, password }: AdministratorAccount) {
  const { answer: list } = await system.call(contract.listPasskeys, {}, { bearer });
  const start = () => system.call(contract.startPasskey, { body: { password } }, { bearer });
  const { origin } = list;
  return [await start(), await start()].map(({ answer }) => makePasskey(answer.options, { origin }));
}

async function addPasskey(office: Office, by: AdministratorAccount) {
  const [made] = await makePasskeys(office, by);
  if (!made) throw new Error('no passkey was made');
  const { answer } = await office.system.call(contract.addPasskey, { body: { passkey: made.answer } }, by);
  return { ...made, id: answer.id };
}

/** Requests of administrators about their own passkeys. */
export const passkeyActions: AdminAction[] = [
  [
    contract.addPasskey,
    async (office) => {
      const by = await newAdministratorAccount(office.system);
      const made = await makePasskeys(office, by);
      return () => ({ by, body: { passkey: made.pop()?.answer } });
    },
  ],
  [
    contract.renamePasskey,
    async (office) => {
      const by = await newAdministratorAccount(office.system);
      const { id } = await addPasskey(office, by);
      return () => ({ by, params: { id }, body: { label: 'Office key' } });
    },
  ],
  [
    contract.removePasskey,
    async (office) => {
      const by = await newAdministratorAccount(office.system);
      const { id } = await addPasskey(office, by);
      return () => ({ by, params: { id }, body: { password: by.password } });
    },
  ],
  [
    contract.signInByPasskey,
    async (office) => {
      const { kept } = await addPasskey(office, await newAdministratorAccount(office.system));
      const params = { audience: 'admin' } as const;
      const ask = () => office.system.call(contract.passkeySignInOptions, { params, body: {} });
      const asked = [await ask(), await ask()];
      return () => {
        const answer = asked.pop()?.answer;
        // Uses an authenticator without a counter, because the server stores the count of the first attempt even if
        // it fails.
        return {
          params,
          body: {
            passkey: answer && answerWith(kept, answer.options, { origin: answer.origin, counter: 0 }),
          },
        };
      };
    },
  ],
];
