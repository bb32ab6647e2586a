import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Rig } from './start-rig.ts';

export const serviceCode = '*384*262#';

type Heard = {
  path: string;
  form: Record<string, string>;
  headers: IncomingHttpHeaders;
};
type Script = (form: Record<string, string>) => {
  body: string;
  status?: number;
  delayMs?: number;
  headers?: Record<string, string>;
};
export type UssdApp = Awaited<ReturnType<typeof startUssdApp>>;

/**
 * Starts an application behind the USSD gateway, and registers it at the sandbox. It records requests and events, and
 * answers requests by the script.
 */
export async function startUssdApp(rig: Rig, script: Script) {
  const heard: Heard[] = [];
  let serving = 0;
  let mostServed = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const path = request.url ?? '';
      heard.push({ path, form, headers: request.headers });
      serving += 1;
      mostServed = Math.max(mostServed, serving);
      const { body, status = 200, delayMs = 0, headers } = path === '/ended' ? { body: '' } : script(form);
      void wait(delayMs).then(() => {
        serving -= 1;
        response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await rig.control('ussd-services', { serviceCode, callbackUrl: `${url}/ussd`, eventUrl: `${url}/ended` });
  const heardAt = (path: string) => heard.filter((one) => one.path === path).map(({ form }) => form);
  /** Most requests that the application has served at the same time. */
  const mostAtOnce = () => mostServed;
  return { heard, mostAtOnce, requests: () => heardAt('/ussd'), events: () => heardAt('/ended') };
}

/** A menu of three screens: a list, its first line, and the end. */
export function menu({ text }: Record<string, string>): { body: string } {
  if (text === '') return { body: 'CON 1. My gifts' };
  return { body: text === '1' ? 'CON From Amina\n1. Add' : 'END Added. An SMS follows.' };
}
