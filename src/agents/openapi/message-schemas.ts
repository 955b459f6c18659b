import * as z from 'zod';

// Messages of the MCP endpoint as HTTP bodies; tools/list returns the schemas of the tools.

const id = z.union([z.string(), z.int(), z.null()]);

export const jsonRpcRequestSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    method: z.string().describe('`initialize`, `notifications/initialized`, `ping`, `tools/list` or `tools/call`.'),
    id: id.optional().describe('The id of the response; absent in a notification.'),
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
      .describe('A JSON-RPC error. An error of a tool is a result with `isError`.'),
  })
  .meta({ id: 'JsonRpcAnswer', description: 'A result or an error.' });
