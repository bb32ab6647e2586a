import { signIn } from './sign-in.ts';
import { uiWords } from './ui-words.ts';

export const words = { ...uiWords, ...signIn } as const;
