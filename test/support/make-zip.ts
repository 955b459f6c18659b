import { crc32, deflateRawSync } from 'node:zlib';

// Makes ZIP files for tests, correct ones and ones that lie.

/** One entry. `size`, `packed`, `flags` and `mode` replace what a correct ZIP would say. */
export type ZipEntry = {
  path: string;
  data: string | Uint8Array;
  size?: number;
  packed?: Uint8Array;
  flags?: number;
  mode?: number;
};

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, data, packed = deflateRawSync(data), flags = 0, mode = 0o100644, ...said } of entries) {
    const name = Buffer.from(path);
    const both = Buffer.alloc(26);
    both.writeUInt16LE(20, 0);
    both.writeUInt16LE(flags | 0x800, 2);
    both.writeUInt16LE(8, 4);
    both.writeUInt32LE(crc32(data), 10);
    both.writeUInt32LE(packed.byteLength, 14);
    both.writeUInt32LE(said.size ?? Buffer.byteLength(data), 18);
    both.writeUInt16LE(name.byteLength, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), both, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), both, rest, name]));
    files.push(file);
    at += file.byteLength;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(list.byteLength, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}
