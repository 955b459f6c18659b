import * as z from 'zod';
import type { EncodedCreative, PixelBox } from '#ads/creatives/creative-check.ts';
import { type Finding, findingSchema, hasNoBlock } from '#ads/creatives/findings.ts';

const boxSchema = z
  .strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
  .meta({ id: 'AdMarginPart', description: 'A part of the margin with hard edges in it, in pixels of the picture.' });

const adCheckSchema = z
  .strictObject({
    unit: z.string(),
    creative: z.string().describe('The creative that it was checked against.'),
    fits: z.boolean().describe('Whether nothing needs correction. An editor still has to accept the ad.'),
    findings: z.array(findingSchema),
    margin: z.array(boxSchema).describe('The places to check for type or a logo in the safe area.'),
    shown: z
      .strictObject({ type: z.string(), widthPx: z.int(), heightPx: z.int(), bytes: z.int() })
      .nullable()
      .describe('The new picture that readers would get; null for words, and for a picture that does not fit.'),
  })
  .meta({ id: 'AdCheck', description: 'The result of checking a creative. The server stores nothing of it.' });

/** The schemas by their names in the API description. */
export const adCheckSchemas = { findingSchema, boxSchema, adCheckSchema };

type Checked = { findings: Finding[]; margin?: PixelBox[]; made?: EncodedCreative | null };

/** The response to a check. */
export function adCheckJson(unit: string, creative: string, { findings, margin = [], made = null }: Checked) {
  return {
    unit,
    creative,
    fits: hasNoBlock(findings),
    findings,
    margin,
    shown: made && { type: made.type, widthPx: made.width, heightPx: made.height, bytes: made.bytes },
  };
}
