import { Failure } from '../../core/failure.ts';
import { type Looked, lookAtForm } from '../../images/image-form.ts';
import type { Creative } from '../catalog/catalog-schema.ts';
import { block, type Finding } from './findings.ts';
import { besideJpeg, besidePng } from './image-metadata.ts';

/**
 * Looks at the file of a creative byte by byte, before any decoder does, and finds what the catalog does not take: its
 * weight, form, size and colours, movement, and whatever else is in the file.
 */
export function lookAtCreative(creative: Creative, file: Uint8Array): Finding[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const findings = lookAtWeight(creative, bytes);
  try {
    const looked = lookAtForm(bytes);
    return [
      ...findings,
      ...lookAtShape(creative, looked),
      ...(looked.form === 'png' ? besidePng(bytes) : besideJpeg(bytes)),
    ];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [...findings, flawOf(creative, error)];
  }
}

/** What a file is that cannot be walked through to its end. */
export function flawOf(creative: Creative, { message, detail }: Failure): Finding {
  const flaw = (detail.more?.flaw ?? 'damaged') as Finding['code'];
  return block(flaw, message, MEASURED[flaw] ?? 'a damaged file', ASKED[flaw] ?? `a whole ${typesOf(creative)}`);
}

const MEASURED: Partial<Record<Finding['code'], string>> = {
  type: 'another type',
  animated: 'an animation',
  'trailing-data': 'bytes behind the end of the picture',
  'colour-space': 'CMYK',
};
const ASKED: Partial<Record<Finding['code'], string>> = {
  animated: 'one still picture',
  'trailing-data': 'a file that ends where its picture ends',
  'colour-space': 'sRGB, or no profile at all',
};

function lookAtWeight({ maxBytes }: Creative, { byteLength }: Buffer): Finding[] {
  if (byteLength <= maxBytes) return [];
  return [block('bytes', 'The file is too heavy.', `${byteLength} bytes`, `at most ${maxBytes} bytes`)];
}

function lookAtShape(creative: Creative, { form, width, height }: Looked): Finding[] {
  const { widthPx, heightPx, mimeTypes } = creative;
  const findings: Finding[] = [];
  if (!mimeTypes.includes(`image/${form}`))
    findings.push(block('type', `This is a ${form.toUpperCase()}.`, `image/${form}`, typesOf(creative)));
  if (width !== widthPx || height !== heightPx)
    findings.push(
      block(
        'pixels',
        'The picture is not of the size asked for.',
        `${width} × ${height} px`,
        `${widthPx} × ${heightPx} px`,
      ),
    );
  return findings;
}

function typesOf({ mimeTypes }: Creative): string {
  return mimeTypes.join(' or ');
}
