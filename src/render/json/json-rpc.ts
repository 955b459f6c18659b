import { z } from 'zod';

// A message of the MCP endpoint, as far as HTTP has to know it; the tools tell their own schemas by tools/list.

const id = z.union([z.string(), z.int(), z.null()]);

export const jsonRpcRequestSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    method: z.string().describe('`initialize`, `notifications/initialized`, `ping`, `tools/list` or `tools/call`.'),
    id: id.optional().describe('What the answer will carry; none in a notification.'),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'JsonRpcRequest', description: 'One JSON-RPC 2.0 message. A batch is refused.' });

export const jsonRpcAnswerSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: id.optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z
      .object({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional()
      .describe('What JSON-RPC refuses. A refusal of a tool is a result with `isError`.'),
  })
  .meta({ id: 'JsonRpcAnswer', description: 'A result or an error.' });
