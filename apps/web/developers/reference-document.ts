import type { Schema, Schemas } from './reference-schemas.ts';

export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: string | number;
};
type Content = { schema: Schema; example?: Record<string, unknown> };
export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  'x-key-right': string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { 'application/json': Content } };
  responses: Record<string, { content?: Record<string, Content> }>;
};
/** The part of the OpenAPI document that the reference shows. */
export type Document = {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { summary: string; requestBody: { content: { 'application/json': Content } } } }
  >;
  components: { schemas: Schemas; parameters: Record<string, Parameter> };
};
export type Call = { method: string; path: string; operation: Operation; document: Document };
