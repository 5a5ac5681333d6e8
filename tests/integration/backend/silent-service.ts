import { connect } from 'node:net';

/** A program that is the secret service of its session bus, takes every call, and never answers (D-Bus specification 0.43). */

/** Texts of the D-Bus wire format, little-endian, each aligned to its own length. */
function message(member: string, serial: number, body: Buffer, signature: string): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  const put = (bytes: Buffer) => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const align = (to: number) => put(Buffer.alloc((to - (length % to)) % to));
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const field = (code: number, type: string, value: string) => {
    align(8);
    put(Buffer.from([code, 1, type.charCodeAt(0), 0]));
    if (type !== 'g') put(u32(Buffer.byteLength(value)));
    else put(Buffer.from([value.length]));
    put(Buffer.from(`${value}\0`));
  };
  field(1, 'o', '/org/freedesktop/DBus');
  field(2, 's', 'org.freedesktop.DBus');
  field(3, 's', member);
  field(6, 's', 'org.freedesktop.DBus');
  if (signature) field(8, 'g', signature);
  const fields = Buffer.concat(chunks);
  const header = Buffer.concat([Buffer.from('l'), Buffer.from([1, 0, 1]), u32(body.length), u32(serial), u32(fields.length), fields]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), body]);
}

const name = 'org.freedesktop.secrets';
const wanted = Buffer.alloc(4 + name.length + 1);
wanted.writeUInt32LE(name.length);
wanted.write(name, 4);
const aligned = Buffer.concat([wanted, Buffer.alloc((4 - (wanted.length % 4)) % 4), Buffer.alloc(4)]);

const address = /unix:(?:path|abstract)=([^,]+)/.exec(process.env['DBUS_SESSION_BUS_ADDRESS']!)!;
const bus = connect(address[0].startsWith('unix:abstract') ? `\0${address[1]}` : address[1]!);
const user = Buffer.from(String(process.getuid!())).toString('hex');
bus.write(`\0AUTH EXTERNAL ${user}\r\n`);
let begun = false;
bus.on('data', () => {
  if (begun) return;
  begun = true;
  bus.write('BEGIN\r\n');
  bus.write(message('Hello', 1, Buffer.alloc(0), ''));
  bus.write(message('RequestName', 2, aligned, 'su'));
});
