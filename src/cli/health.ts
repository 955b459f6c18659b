import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { readConfig } from '#runtime/config/config.ts';
import type { Environment } from '#runtime/config/env.ts';

/** Milliseconds to wait for the answer: less than the time-out of an ordinary health check. */
const LONGEST = 4000;

/**
 * `health`: asks the server of these settings for `/readyz`, for the health check of a container.
 * @throws Error that says what to check, when the server does not answer or cannot read the database
 */
export async function checkHealth(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  const { host, port } = readConfig(environment);
  const { status, body } = await ask(reachable(host), port);
  if (status !== 200) throw new Error(`${body}\nThe server is stopping, or cannot read its database: see its log.`);
  console.log(body);
}

/** The address at which a server that listens at `host` answers on its own machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

function ask(host: string, port: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new Error(`No answer from ${host}, port ${port} (${why}). Is the server running with this HOST and PORT?`),
      );
    const asked = request({ host, port, path: '/readyz', timeout: LONGEST, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: body.trim() }));
    });
    asked.on('timeout', () => asked.destroy(new Error(`none within ${LONGEST / 1000} s`)));
    asked.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    asked.end();
  });
}
