import { webhookTestSchema } from '#changes/pages/changes-json.ts';
import { type ApiParts, type JsonObject, json, type Operation } from '#http/api-description.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 65,
    paths: () => ({}),
    schemas: () => [webhookTestSchema],
    examples: ({ baseUrl }) => ({
      WebhookTest: { type: 'webhook.test', at: '2026-09-08T14:30:00.000Z', url: `${baseUrl}/` },
    }),
    webhooks,
  },
];

/** The messages that the server posts to the addresses that chiefs add, by name. */
function webhooks(): Record<string, { post: Operation }> {
  return {
    change: {
      post: message(
        'receiveChange',
        'Receive a change',
        'One publication, correction, move or withdrawal, as `/api/v1/public/changes` lists it. Each change comes at least once, in the order of `seq`; a second try has the same `webhook-id`.',
        'Change',
      ),
    },
    test: {
      post: message(
        'receiveTest',
        'Receive a test message',
        'A chief sends it to see whether the receiver works. It reports no change.',
        'WebhookTest',
      ),
    },
  };
}

function message(operationId: string, summary: string, description: string, schema: string): Operation {
  return {
    operationId,
    summary,
    description,
    tags: ['Webhooks'],
    parameters: [
      header(
        'webhook-id',
        'The id of the message. Ignore an id that you have seen.',
        'msg_2xQ0hY7c1vB3nM8kT5rW9aZ4eL6pU1sD',
      ),
      header('webhook-timestamp', 'When this try was signed, in seconds since 1970.', '1788878400'),
      header(
        'webhook-signature',
        'Signatures of Standard Webhooks 1.0.0, separated by spaces: `v1` (HMAC-SHA256) for each valid secret, and `v1a` (Ed25519) where the webhook has a key.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: { required: true, content: json(schema) },
    responses: {
      204: { description: 'Taken: any status from 200 to 299, within ten seconds.' },
      410: { description: 'The receiver wants no more messages: the webhook is switched off.' },
      503: { description: 'Any other answer is a failure. The message is tried again, for five days.' },
    },
  };
}

function header(name: string, description: string, example: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
