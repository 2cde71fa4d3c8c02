import { fileURLToPath } from 'node:url';
import { readFileForCli } from './ocr.cli.ts';

const path = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const output = async (name: string, json: boolean): Promise<string> => {
  let text = '';
  await readFileForCli(path(name), { json }, [], (part) => {
    text += part;
  });
  return text;
};

it('prints what it read as JSON', async () => {
  const { pages } = JSON.parse(await output('s7_inline.pdf', true));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({
    page: 1,
    patient_first_name: 'Anna',
    patient_last_name: 'Inliner',
    date_of_birth: '1999-01-31',
    date_collected: '2025-02-01',
    recognition_rate: 1,
  });
  const region = { top: expect.any(Number), left: expect.any(Number), right: expect.any(Number), bottom: expect.any(Number) };
  const at = (field_value: string) => ({ field_value, region });
  expect(pages[0].row_data[0]).toEqual({
    field_value: { name: at('Hemoglobin'), value: at('11.2'), range: at('12.0 - 15.5'), unit: at('g/dL') },
    confidence: 0.99,
    doubts: [],
  });
});

it('prints a table for people', async () => {
  const lines = (await output('s5_flags.pdf', false)).split('\n');
  expect(lines[0]).toBe('Page 1: Priya Examplekar, born 1951-04-18, collected 2025-07-26, 94 % without doubt');
  expect(lines.find((line) => line.startsWith('Mean Blood Glucose'))).toMatch(/137\s+mg\/dL\s+No reference range was found$/);
});

it('says why a file cannot be read', async () => {
  await expect(output('s7_inline.json', false)).rejects.toThrow('The file is not a PDF, JPG or PNG');
  await expect(output('missing.pdf', false)).rejects.toThrow(/no such file/);
});
