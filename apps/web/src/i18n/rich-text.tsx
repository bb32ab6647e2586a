import { cloneElement, Fragment, isValidElement } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { wordsFor } from './catalogue.ts';
import type { Text } from './catalogue.ts';
import type { ValueNames } from './say.ts';
import { unbroken } from './unbroken.tsx';

type TagNames<T extends string> = T extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never;

type Parts<T extends string> = Record<ValueNames<T>, ReactNode> &
  Record<Exclude<TagNames<T>, 'b'>, ReactElement>;

/**
 * Renders a text with tags: `<RichText text="New here? <link>Create an account</link>" link={<Link to="/register" />}
 * />`. For each tag, pass a property with the element that wraps its words. For each name in braces, pass a property
 * with its value. `<b>` is always bold.
 */
export function RichText<T extends Text>({ text, ...parts }: { text: T } & Parts<T>): ReactNode {
  return pieces(wordsFor(text), parts);
}

const MARKED = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/gu;
const STRONG = <b className="strong" />;

function pieces(words: string, parts: Partial<Record<string, ReactNode>>): ReactNode {
  const found: ReactNode[] = [];
  let end = 0;
  for (const match of words.matchAll(MARKED)) {
    const [whole, tag, inner = '', name = ''] = match;
    const around = tag === 'b' ? STRONG : parts[tag ?? ''];
    const piece = isValidElement(around) ? cloneElement(around, {}, pieces(inner, parts)) : parts[name];
    found.push(
      <Fragment key={match.index}>
        {unbroken(words.slice(end, match.index))}
        {piece}
      </Fragment>,
    );
    end = match.index + whole.length;
  }
  return found.length === 0
    ? unbroken(words)
    : [...found, <Fragment key="end">{unbroken(words.slice(end))}</Fragment>];
}
