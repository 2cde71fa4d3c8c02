import { createHash } from 'node:crypto';
import { MAX_REPORT_TEXT } from '#contracts/items/external-reports';
import { readForm } from './report-form.ts';

const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
const form = (contentType: string | undefined, content: string | Buffer, more: object = {}) =>
  readForm({ ...(contentType === undefined ? {} : { contentType }), data: base64(content), ...more });
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');

describe('a form that is text', () => {
  it('is stored as text, with its lines and spaces', () =>
    expect(form('text/plain', '\r\nA   1\r\n  B\u0007\u202e 2\r\n')).toEqual({
      form: { content_type: 'text/plain', text: 'A   1\n  B  2' },
    }));
  it.each([
    ['text/plain; charset=ISO-8859-1', Buffer.from([0x4d, 0xfc, 0x80])],
    ['text/plain; charset="windows-1252"', Buffer.from([0x4d, 0xfc, 0x80])],
    ['text/plain;charset=UTF-16LE', Buffer.from('Mü€', 'utf16le')],
    ['TEXT/PLAIN', Buffer.from('Mü€')],
    ['text/plain; charset=utf-8', Buffer.from([0x4d, 0xfc, 0x80])],
  ])('is decoded: %s', (type, bytes) => expect(form(type, bytes).form).toEqual({ content_type: 'text/plain', text: 'Mü€' }));
  it('says what cannot be read', () => {
    const remark = 'its text may not be shown as it was written';
    expect(form('text/plain; charset=klingon', 'x')).toEqual({ form: { content_type: 'text/plain', remark }, bytes: Buffer.from('x') });
    expect(form('text/plain', 'A text\nwith a \0')).toMatchObject({ form: { remark }, bytes: Buffer.from('A text\nwith a \0') });
    expect(form('text/html', '<p>A text\nwith a \0')).toMatchObject({ form: { remark }, bytes: Buffer.from('<p>A text\nwith a \0') });
    expect(form('text/plain; charset=shift_jis', Buffer.from([0x61, 0xff])).form).toMatchObject({
      text: 'a\ufffd',
      remark: 'some of its characters cannot be read',
    });
    expect(form('text/plain', ' \n ').form).toEqual({ content_type: 'text/plain', remark: 'it is empty' });
  });
  it('is a file where it is long', () => {
    const { form: long, bytes } = form('text/plain', 'ü'.repeat(MAX_REPORT_TEXT + 1));
    expect(long).toEqual({ content_type: 'text/plain', charset: 'utf-8' });
    expect(bytes?.toString()).toBe('ü'.repeat(MAX_REPORT_TEXT + 1));
  });
});

describe('a form that is a file', () => {
  it.each([
    ['application/pdf', Buffer.from('%PDF-1.4'), 'application/pdf'],
    ['application/octet-stream', Buffer.from('%PDF-1.4'), 'application/pdf'],
    ['image/png', PNG, 'image/png'],
    ['image/jpeg', PNG, 'image/png'],
    [undefined, Buffer.from('ffd8ff00', 'hex'), 'image/jpeg'],
    ['text/plain', Buffer.from('%PDF-1.4'), 'application/pdf'],
  ])('is known by its first bytes: %s', (type, bytes, content_type) =>
    expect(form(type, bytes)).toEqual({ form: { content_type }, bytes }),
  );
  it.each([
    ['text/html', '<p>Mü</p>', 'utf-8'],
    ['text/html', Buffer.from([0x3c, 0x70, 0x3e, 0xfc]), 'windows-1252'],
    ['text/html; charset=ISO-8859-1', '<p>x', 'iso-8859-1'],
    ['text/html', '<meta charset="latin1"><p>x', undefined],
    ['application/xhtml+xml', '<?xml version="1.0" encoding="ISO-8859-1"?><p/>', 'iso-8859-1'],
    ['application/xhtml', '<p/>', 'utf-8'],
  ])('has its characters as the page says: %s %s', (type, content, charset) => {
    const read = form(type, content);
    expect(read.form).toEqual({ content_type: type.split(';')[0], ...(charset === undefined ? {} : { charset }) });
    expect(read.bytes).toEqual(Buffer.from(content));
  });
  it('is no PDF because its text speaks of one', () => {
    expect(form('text/plain', 'See %PDF-1.4').form).toEqual({ content_type: 'text/plain', text: 'See %PDF-1.4' });
    expect(form('text/html', '<p>See %PDF-1.4').form.content_type).toBe('text/html');
    expect(form('application/pdf', '\n\n%PDF-1.4').form).toEqual({ content_type: 'application/pdf' });
  });
  it('is stored though its checksum does not fit, and says so', () => {
    const sha1 = createHash('sha1').update('%PDF-1.4').digest('base64');
    expect(form('application/pdf', '%PDF-1.4', { hash: sha1 }).form).not.toHaveProperty('remark');
    expect(form('application/pdf', '%PDF-1.5', { hash: sha1 })).toMatchObject({
      form: { remark: 'its checksum does not fit' },
      bytes: Buffer.from('%PDF-1.5'),
    });
  });
});

it.each([
  [{ contentType: 'application/rtf', data: base64('{\\rtf') }, 'files of this type are not taken: application/rtf'],
  [{ contentType: 'application/pdf', data: base64('no PDF') }, 'its content is not what its type says: application/pdf'],
  [{ contentType: 'application/pdf', data: 'JVBERi0' }, 'its data cannot be read'],
  [{ contentType: 'application/pdf', data: 'JVB*Ri0=' }, 'its data cannot be read'],
  [{ contentType: 'application/pdf', data: ['JVBERi0='] }, 'its data cannot be read'],
  [{ contentType: 'text/html', data: base64('PK\x03\x04') }, 'its content is not what its type says: text/html'],
  [{ data: base64('x') }, 'its type is not said'],
  [{ contentType: 'nonsense', data: base64('x') }, 'its type is not said'],
  [{ contentType: 'application/pdf' }, 'it has no content'],
  [{ contentType: 'application/pdf', url: 'https://a.example/Binary/1' }, 'the file is with its source, not in the import'],
  [{ contentType: 'text/plain', data: 'A'.repeat(40_000_000) }, 'it is larger than 25 MB'],
  ['a file', 'it cannot be read'],
  [null, 'it cannot be read'],
])('says why a form is not taken: %#', (attachment, remark) => {
  const read = readForm(attachment);
  expect(read.form.remark).toBe(remark);
  expect(read.bytes).toBeUndefined();
  expect(JSON.stringify(read)).not.toContain('a.example');
});

it('has its title in one line', () => expect(form('text/plain', 'x', { title: ' Report\n of 2025 ' }).form.title).toBe('Report of 2025'));
