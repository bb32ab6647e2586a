import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../wire-samples');

/**
 * One of Safaricom's own samples; the README beside them says where each comes from.
 *
 * @param name without its ending
 */
export function wireSample(name: string): unknown {
  return JSON.parse(wireSampleText(`${name}.json`));
}

/** @param file with its ending */
export function wireSampleText(file: string): string {
  return readFileSync(resolve(FOLDER, file), 'utf8');
}

export type Parameter = { Key: string; Value?: string | number };
export type SampleResult = {
  Result: {
    ResultParameters?: { ResultParameter: Parameter | Parameter[] };
    ReferenceData?: { ReferenceItem: Parameter | Parameter[] };
  };
};

/** The parameters of a result, in their order. */
export function parametersOf(body: unknown): Parameter[] {
  const { ResultParameters } = (body as SampleResult).Result;
  return [ResultParameters?.ResultParameter ?? []].flat();
}
