import type { Cloth } from '@zawadi/contract';
import type { EmailTemplate, Facts, Language } from '../templates.ts';

/** What an e-mail says, before it is set as text and as HTML. */
export type Letter = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** A one-time code, set large. */
  code?: string;
  /** The gift itself, shown as a ticket. */
  ticket?: Ticket;
  /** Figures, one under the other. */
  rows?: { label: string; value: string }[];
  button?: { label: string; url: string };
  /** In small print at the end. */
  note?: string;
};

/** The value in whole shillings. */
export type Ticket = {
  value: number;
  sender: string;
  message: string;
  cloth: Cloth;
  labels: { gift: string; from: string };
};

/** The letters of some templates, in every language. */
export type LettersFor<T extends EmailTemplate> = {
  [Name in T]: Record<Language, (facts: Facts<Name>) => Letter>;
};
