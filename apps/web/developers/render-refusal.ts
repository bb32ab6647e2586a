import { describeProblem, fault, refusals, type ProblemCode } from '@zawadi/contract';
import type { Token, Tokens } from 'marked';
import { boxOf, escaped } from './render-code.ts';

function isProblemCode(code: string): code is ProblemCode {
  return code in refusals || code === fault.code;
}

/** Returns the code if the heading is a code of the contract and nothing else, as in ### `voucher_not_found`. */
export function refusalCodeIn(token: Token): string | undefined {
  return isHeading(token) && token.depth === 3 ? /^`([a-z0-9_]+)`$/u.exec(token.text)?.[1] : undefined;
}

export function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/**
 * Renders a refusal with the contract's status, sentence and body.
 * @throws Error for an unknown code
 * @param explained as HTML: what happened to the money, what to do, whether to try again
 */
export function renderRefusal(code: string, explained: string): string {
  if (!isProblemCode(code))
    throw new Error(`docs/developers/errors.md explains ${code}, which is not a refusal of the contract`);
  const { status, title, detail, param } = describeProblem(code);
  const type = `https://zawadi.example/developers/errors#${code}`;
  const body = { type, title, status, detail, code, param };
  return [
    `<details class="refusal" id="${code}"><summary><span class="status">${status}</span>`,
    `<h3>${code}</h3><span class="sentence">${escaped(detail)}</span>`,
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><path d="m9 18 6-6-6-6" /></svg></summary>`,
    `<div class="in">${explained}${boxOf({ lang: `json ${status}`, text: JSON.stringify(body, undefined, 2) })}</div></details>`,
  ].join('');
}
