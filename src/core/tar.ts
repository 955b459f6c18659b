import { Buffer } from 'node:buffer';

export type TarFile = {
  /** At most 100 bytes of ASCII, with `/` between folders. */
  path: string;
  content: Buffer;
  isExecutable?: boolean;
};

const BLOCK = 512;
/** 26 October 1985, which npm writes into packages: tar programs warn of files from 1970. Seconds since 1970. */
const MODIFIED = 499_162_500;

/**
 * A tar archive (POSIX.1-1988, `ustar`). The same files give the same bytes, whenever and wherever it is made.
 * @throws Error when a path does not fit into its field
 */
export function packTar(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap((file) => {
    const padding = Buffer.alloc((BLOCK - (file.content.byteLength % BLOCK)) % BLOCK);
    return [headerOf(file), file.content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function headerOf({ path, content, isExecutable = false }: TarFile): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(path)) throw new Error(`${path} does not fit into a tar header`);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(isExecutable ? '0000755\0' : '0000644\0', 100);
  header.write('0000000\x000000000\0', 108); // the user and the group of root
  header.write(octal(content.byteLength), 124);
  header.write(octal(MODIFIED), 136);
  header.write('        ', 148); // the checksum counts itself as spaces
  header.write('0', 156); // a file
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function octal(value: number): string {
  return `${value.toString(8).padStart(11, '0')}\0`;
}
