import { FreezeQuestions, freezeSentence } from './freeze-questions.tsx';
import { useWalletFreeze } from './use-wallet-freeze.ts';

/** Buttons that freeze or open the signed-in consumer's wallet, outside the consumers' pages. */
export function OwnFreeze() {
  const freeze = useWalletFreeze();
  return (
    <>
      {freeze !== null && <p role="status">{freezeSentence(freeze)}</p>}
      <FreezeQuestions freeze={freeze} isMain />
    </>
  );
}
