import { Agent, get } from 'node:http';

// Clients with persistent connections that send requests all the time. Incomplete responses are counted.

export type Clients = { asked: number; failed: Record<string, number>; stop: () => Promise<void> };

/** Runs `count` clients that request `paths` of `base`, each on its own connection, until they are stopped or refused. */
export function keepAsking(base: string, paths: readonly string[], count = 50): Clients {
  const clients: Clients = { asked: 0, failed: {}, stop: async () => {} };
  let stopped = false;
  const client = async (first: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = first; !stopped; n++) {
      const wrong = await ask(agent, base + (paths[n % paths.length] ?? '/'));
      if (wrong === 'ECONNREFUSED') break;
      clients.asked++;
      if (wrong) clients.failed[wrong] = (clients.failed[wrong] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: count }, (_, n) => client(n)));
  clients.stop = async () => {
    stopped = true;
    await running;
  };
  return clients;
}

/** The error of a response; null when it is correct. */
function ask(agent: Agent, url: string): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = get(url, { agent }, (answer) => {
      answer.resume();
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      answer.on('end', () => resolve(answer.statusCode === 200 ? null : String(answer.statusCode)));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const connection = asked.reusedSocket ? 'kept' : 'new';
      resolve(error.code === 'ECONNREFUSED' ? error.code : `${error.code ?? error.message}, ${connection} connection`);
    });
  });
}
