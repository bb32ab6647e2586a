import { randomUUID } from 'node:crypto';
import { v5, v7 } from 'uuid';

const NAMESPACE = '6f3f1c7a-8a53-4c39-9a0e-5c0d4b1e7a10';

/** A time-ordered id for rows of our own. */
export function newId(): string {
  return v7();
}

/** An id that tells nothing about when it was made, for what customers see and M-PESA receives. */
export function newRandomId(): string {
  return randomUUID();
}

/** The same id for the same words, so that a repeated cause finds its earlier effect. */
export function derivedId(...words: string[]): string {
  return v5(words.join('/'), NAMESPACE);
}
