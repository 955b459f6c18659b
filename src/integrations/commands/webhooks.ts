import { parseArgs } from 'node:util';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { countWaiting, type Integration, listIntegrations } from '#integrations/integration-record.ts';
import { testWebhook } from '#integrations/test-webhook.ts';
import { addWebhook, removeWebhook, rotateSecret, switchOff, switchOn } from '#integrations/webhooks.ts';
import { formatTable, onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import type { Deps } from '#runtime/deps.ts';

/** `webhooks list` */
export async function listWebhooks(args: string[], environment: Environment): Promise<void> {
  parseArgs({ args });
  await withDeps(environment, async (deps) => {
    const rows: string[][] = [];
    for (const webhook of await listIntegrations(deps)) {
      const waiting = await countWaiting(deps.db.read, webhook.afterSeq);
      rows.push([webhook.id, stateOf(webhook), `after ${webhook.afterSeq}`, `${waiting} waiting`, webhook.address]);
    }
    console.log(rows.length > 0 ? formatTable(rows) : 'There is no webhook yet.');
  });
}

function stateOf({ off, trouble, dueAt }: Integration): string {
  if (off) return `off since ${off.at}`;
  return trouble === null ? 'on' : `next try ${dueAt}: ${trouble}`;
}

/** `webhooks add` */
export async function addOne(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { note: { type: 'string' }, ed25519: { type: 'boolean' } },
  });
  const address = onlyArgument(positionals, 'ADDRESS');
  await withDeps(
    environment,
    async (deps, { publication }) => {
      const text = { address, note: values.note ?? '', hasKey: values.ed25519 ?? false };
      const { id, secret } = await addWebhook(deps, CLI, publication, text);
      console.log(`Added webhook ${id}. Give its receiver this secret, which is shown only now:\n${secret}`);
    },
    { writesAddresses: true },
  );
}

/** `webhooks test` */
export async function testOne(args: string[], environment: Environment): Promise<void> {
  await withWebhook(
    args,
    environment,
    async (deps, id, baseUrl) => {
      const { status, trouble, answer, took } = await testWebhook(deps, CLI, { baseUrl }, id);
      if (trouble !== null) throw new Error(`The test was not taken. ${trouble}${answer ? ` It says: ${answer}` : ''}`);
      console.log(`The test was taken: status ${status} after ${took} ms.`);
    },
    true,
  );
}

/** `webhooks rotate` */
export async function rotateOne(args: string[], environment: Environment): Promise<void> {
  await withWebhook(args, environment, async (deps, id) => {
    const secret = await rotateSecret(deps, CLI, id);
    console.log(`The new secret, which is shown only now; the one before signs, too, for 24 hours:\n${secret}`);
  });
}

/** `webhooks off` */
export async function switchOneOff(args: string[], environment: Environment): Promise<void> {
  await withWebhook(args, environment, async (deps, id) => {
    await switchOff(deps, CLI, id);
    console.log('It gets nothing more until it is switched on.');
  });
}

/** `webhooks on` */
export async function switchOneOn(args: string[], environment: Environment): Promise<void> {
  await withWebhook(
    args,
    environment,
    async (deps, id, baseUrl) => {
      await switchOn(deps, CLI, { baseUrl }, id);
      console.log('It is on. The running server sends what it did not get.');
    },
    true,
  );
}

/** `webhooks remove` */
export async function removeOne(args: string[], environment: Environment): Promise<void> {
  await withWebhook(args, environment, async (deps, id) => {
    await removeWebhook(deps, CLI, id);
    console.log('Removed.');
  });
}

async function withWebhook(
  args: string[],
  environment: Environment,
  act: (deps: Deps, id: string, baseUrl: string) => Promise<void>,
  writesAddresses = false,
): Promise<void> {
  const id = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'ID');
  await withDeps(environment, (deps, { publication }) => act(deps, id, publication.baseUrl), { writesAddresses });
}
